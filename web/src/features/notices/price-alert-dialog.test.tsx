import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { invalidFields, problemResponse, serve } from "@/testing/fake-server";
import "@/testing/fake-socket";
import { aPair, serveMarkets } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { stubDialogs, stubScreen } from "@/testing/screen";
import type { PriceAlert } from "./api";
import { PriceAlertDialog } from "./price-alert-dialog";

beforeEach(() => {
  stubDialogs();
  stubScreen(1440);
});

const anAlert = (parts: Partial<PriceAlert> = {}): PriceAlert => ({
  id: "alert-1",
  symbol: "BTC-USDT",
  price: "65000",
  direction: "above",
  repeat: "once",
  created_at: 1_800_000_000,
  fired_at: null,
  ...parts,
});

function renderDialog(alerts: PriceAlert[] = []) {
  const state = { alerts };
  serveMarkets([aPair("BTC-USDT", { ticker: { last: "64000" } })]);
  serve("get", "/v1/pairs/{symbol}", aPair("BTC-USDT", { ticker: { last: "64000" } }));
  serve("get", "/v1/price-alerts", () => ({ items: state.alerts }));
  const user = renderPage(<PriceAlertDialog symbol="BTC-USDT" open onClose={() => undefined} />);
  return { state, user };
}

test("an alert is made on the side of the price that it is on", async () => {
  const { state, user } = renderDialog();
  const requests = serve(
    "post",
    "/v1/price-alerts",
    () => {
      state.alerts = [anAlert({ repeat: "always" })];
      return state.alerts[0] ?? null;
    },
    201,
  );

  await user.type(await screen.findByRole("textbox", { name: "Price" }), "65000");
  expect(screen.getByText("Alerts when the price rises to 65,000 or above.")).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "Repeat" }));
  await user.click(screen.getByRole("button", { name: "Create alert" }));

  const list = await screen.findByRole("region", { name: "Your alerts" });
  expect(await within(list).findByText(/65000 or above/)).toBeVisible();
  expect(within(list).getByText("Repeats")).toBeVisible();
  expect(await requests[0]?.json()).toEqual({ symbol: "BTC-USDT", price: "65000", repeat: "always" });
});

test("what the server refuses is said at the field, and what is no field's below", async () => {
  const { user } = renderDialog();
  const message = "Enter a price other than the last price, 64000 USDT.";
  serve("post", "/v1/price-alerts", () => invalidFields({ field: "price", code: "reached", message }));
  const create = await screen.findByRole("button", { name: "Create alert" });

  await user.click(create);
  expect(await screen.findByText("Enter a price.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Last price 64,000 USDT" }));
  await user.click(create);
  expect(await screen.findByText(message)).toBeVisible();

  const detail = "You have too many price alerts. Delete one first.";
  serve("post", "/v1/price-alerts", () =>
    problemResponse({ status: 422, code: "LIMIT_EXCEEDED", detail, limit: 100 }),
  );
  await user.type(screen.getByRole("textbox", { name: "Price" }), "1");
  await user.click(create);
  expect(await screen.findByText(detail)).toBeVisible();
});

test("an alert is deleted from the list", async () => {
  const { state, user } = renderDialog([anAlert()]);
  const requests = serve(
    "delete",
    "/v1/price-alerts/{id}",
    () => {
      state.alerts = [];
      return null;
    },
    204,
  );

  await user.click(await screen.findByRole("button", { name: "Delete alert at 65000" }));

  expect(await screen.findByText("Your open alerts for this pair appear here.")).toBeVisible();
  expect(requests).toHaveLength(1);
});
