import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { useState } from "react";
import type { Pair } from "@/api/pairs";
import { Toaster } from "@/design/toaster";
import { openOrdersQuery } from "@/features/orders/api";
import { useDeskStore } from "@/features/orders/desk-store";
import { OrderForm } from "@/features/orders/order-form";
import type { OrderPrefill } from "@/features/orders/use-order-draft";
import { aClient, someLevels } from "./builders";
import { serve } from "./fake-server";
import { anAsset, aPair } from "./markets";
import { renderPage } from "./render-page";

const PREVIEW = {
  average_price: "100",
  filled_quantity: "2",
  fee: "0.005",
  fee_coin: "BTC",
  slippage: "0.001",
  receives: "1.995",
};

type FormOptions = { pair?: Partial<Pair>; prefill?: Omit<OrderPrefill, "version">; isStale?: boolean };

/** The form of BTC-USDT at 100; a signed-in client has 1,000 USDT and 5 BTC. "Pick" fills it in. */
export function renderOrderForm(options: FormOptions = {}) {
  serve("get", "/v1/assets", {
    items: [anAsset("USDT", "1000"), anAsset("BTC", "5")],
    total_usdt: "1500",
    total_btc: "15",
  });
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("get", "/v1/levels", { items: someLevels() });
  serve("post", "/v1/order/preview", PREVIEW);
  serve("get", "/v1/order", { items: [], next_cursor: null });
  useDeskStore.setState(useDeskStore.getInitialState(), true);
  return renderPage(<FormPage {...options} />, { at: "/trading/BTC-USDT?x=1" });
}

function FormPage({ pair = {}, prefill = {}, isStale = false }: FormOptions) {
  const [version, setVersion] = useState(0);
  const [shown, setShown] = useState<string | null>("BTC-USDT");
  const { data: open } = useQuery(openOrdersQuery());
  return (
    <>
      {shown !== null && (
        <OrderForm
          pair={{ ...aPair(shown), ...pair }}
          ticker={undefined}
          best={{ bid: "99", ask: "101" }}
          draft={version === 0 ? { version } : { ...prefill, version }}
          isStale={isStale}
        />
      )}
      {["BTC-USDT", "ETH-USDT"].map((symbol) => (
        <button type="button" key={symbol} onClick={() => setShown(symbol)}>
          Show {symbol}
        </button>
      ))}
      <button type="button" onClick={() => setShown(null)}>
        Close form
      </button>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Pick
      </button>
      <output aria-label="Open">{open?.map(({ id }) => id).join()}</output>
      <Toaster />
    </>
  );
}

export const amountField = () => screen.findByRole("textbox", { name: "Amount" });

export const bodyOf = (requests: readonly Request[], index = 0) => requests[index]?.clone().json();
