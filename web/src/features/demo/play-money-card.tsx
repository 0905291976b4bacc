import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coinsQuery } from "@/api/coins";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { QueryView } from "@/design/query-view";
import { Select } from "@/design/select";
import { Skeleton } from "@/design/skeleton";
import { toast } from "@/design/toast";
import { formatAmount } from "@/lib/format-number";
import { useFaucet } from "./api";

const FIRST_COIN = "USDT";

/** The demo's faucet. */
export function PlayMoneyCard() {
  const coins = useQuery(coinsQuery);

  return (
    <Card title={i18n._("Play money")}>
      <p className="mb-4 text-13 text-ink-2">
        {i18n._("This is a demo market. Claim up to 10,000 USDT worth of a coin, 10 times a day.")}
      </p>
      <QueryView
        query={coins}
        empty={i18n._("No coins yet. The market is being set up.")}
        skeleton={<Skeleton shape="text" lines={2} />}
      >
        {(coins) => <Faucet coins={coins.map(({ symbol }) => symbol)} />}
      </QueryView>
    </Card>
  );
}

function Faucet({ coins }: { coins: readonly string[] }) {
  const faucet = useFaucet();
  const [coin, setCoin] = useState(coins.includes(FIRST_COIN) ? FIRST_COIN : (coins[0] ?? null));

  function take() {
    if (coin === null) return;
    faucet.mutate(coin, {
      onSuccess({ amount }) {
        const gift = { amount: formatAmount(amount), coin };
        toast.success(i18n._("{amount} {coin} added to your balance.", gift));
      },
    });
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-36">
          <Select
            aria-label={i18n._("Coin")}
            options={coins.map((symbol) => ({ value: symbol, label: symbol }))}
            value={coin}
            onValueChange={setCoin}
          />
        </div>
        <Button onClick={take} pending={faucet.isPending}>
          {i18n._("Get play money")}
        </Button>
      </div>
      {faucet.isError && (
        <div className="mt-4">
          <Banner severity="error">{describeProblem(faucet.error)}</Banner>
        </div>
      )}
    </>
  );
}
