import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { premarketKeys } from "@/api/keys";
import { queries } from "@/api/queries";
import type { PremarketDetail } from "@/features/premarket/types";
import { closeRestricted } from "@/session/restricted";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import {
  aContract,
  aPremarketDetail,
  aPremarketOrder,
  secondsFromNow,
  servePremarket,
} from "@/testing/premarket";
import { renderApp } from "@/testing/render-app";
import { PreMarketDetailPage } from "./detail";

const PATH = "/pre-market/detail/NOVA";
const ORDERS = "/v1/premarkets/{symbol}/orders";

afterEach(() => {
  clearSession();
  closeRestricted();
});

function renderDetail(search = "") {
  const route = {
    path: "/pre-market/detail/$symbol",
    layout: null,
    title: () => "Pre-market",
    page: async () => PreMarketDetailPage,
  };
  return renderApp([route], { at: `${PATH}${search}` });
}

test("an open order is canceled after a question", async () => {
  startSession("token");
  const my = { orders: [aPremarketOrder()], contracts: [], exposure: "240", exposure_left: "0" };
  servePremarket(aPremarketDetail({ my }));
  const canceled = serve("post", `${ORDERS}/{order_id}/cancel`, aPremarketOrder({ status: "canceled" }));
  const { user } = renderDetail();
  await user.click(await screen.findByRole("tab", { name: /Orders/ }));

  await user.click(screen.getByRole("button", { name: "Cancel NOVA buy order at 2.4 USDT" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this order?" }));
  expect(dialog.getByText("244.8 USDT is released. Canceling is free.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));

  await expect.poll(() => canceled.length).toBe(1);
});

test("a seller delivers by hand; what is missing prevents it and is said", async () => {
  startSession("token");
  const due = { side: "sell", status: "delivering", deliver_by: secondsFromNow(7_300) } as const;
  const contracts = [aContract(due), aContract({ ...due, id: 4, quantity: "30", missing_quantity: "12" })];
  const my = { orders: [], contracts, exposure: "100", exposure_left: "0" };
  servePremarket(
    aPremarketDetail({
      status: "delivering",
      my,
      delivery_at: secondsFromNow(-60),
      delivery_ends_at: secondsFromNow(7_300),
    }),
  );
  const delivered = serve("post", "/v1/premarkets/contracts/{contract_id}/deliver", ({ params }) =>
    aContract({ id: Number(params.contract_id), status: "settled" }),
  );
  const { user } = renderDetail();
  expect(await screen.findByText("12 NOVA missing in your balance")).toBeVisible();
  expect(screen.getByRole("button", { name: "Deliver now: 30 NOVA" })).toBeDisabled();
  expect(screen.getByText("Trading is closed. Sellers deliver now.")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Deliver now: 20 NOVA" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Deliver 20 NOVA now?" }));
  await user.click(dialog.getByRole("button", { name: "Deliver now" }));

  await expect.poll(() => delivered.length).toBe(1);
  expect(delivered[0]?.url).toMatch(/contracts\/3\/deliver$/);
});

test("an ended contract says what came of it", async () => {
  startSession("token");
  const received = [{ coin: "USDT", amount: "96" }];
  const ended = { status: "defaulted", ended_at: 1_700_000_500 } as const;
  const contracts = [
    aContract({ ...ended, outcome: { received } }),
    aContract({ ...ended, id: 4, outcome: { received } }),
    aContract({ ...ended, id: 5, side: "sell", outcome: { received: [] } }),
  ];
  servePremarket(
    aPremarketDetail({
      status: "settled",
      protection: { coin: "USDT", amount: "122.5" },
      my: { orders: [], contracts, exposure: "0", exposure_left: "50000" },
    }),
  );
  renderDetail();

  expect(await screen.findAllByText("Not delivered")).toHaveLength(3);
  expect(screen.getAllByText("Received 96 USDT")).toHaveLength(2);
  expect(screen.getByText("Collateral of 50 USDT lost")).toBeVisible();
  expect(screen.getByText(/Each contract was delivered, or its buyer was refunded/)).toBeVisible();
  expect(screen.getByText(/^2 contracts you bought weren’t delivered\./)).toBeVisible();
  expect(screen.getByText("You didn’t deliver 1 contract and lost its collateral.")).toBeVisible();
  expect(screen.getByText("Protection account").nextElementSibling).toHaveTextContent("122.5 USDT");
});

const BOOK = { bids: [["2.65", "5"]], asks: [["2.8", "6"]] } as PremarketDetail["book"];

async function renderLive() {
  startSession("token");
  renderDetail();
  await screen.findByRole("button", { name: "2.60" });
  await vi.waitFor(() => expect(liveServer.channels()).toContain("premarket:NOVA"));
}

function pushBook() {
  const trades = [{ id: 2, price: "2.7", quantity: "9", side: "sell" as const, time_ms: 1_700_000_001_000 }];
  const update = { status: "open" as const, last_price: "2.7", book: BOOK, trades };
  act(() => liveServer.push({ channel: "premarket:NOVA", type: "premarket", ...update }));
}

test("pushed changes replace book and trades; only the candles are read again", async () => {
  servePremarket();
  await renderLive();
  const asked = serve("get", "/v1/premarkets/{symbol}", aPremarketDetail());
  const candles = serve("get", "/v1/premarkets/{symbol}/candles", { items: [] });

  pushBook();

  expect(await screen.findByRole("button", { name: "2.80" })).toBeVisible();
  await expect.poll(() => candles.length).toBe(1);
  expect(asked).toHaveLength(0);
});

test("a slow answer does not put an older book back", async () => {
  servePremarket();
  await renderLive();
  let answer: (detail: PremarketDetail) => void = () => undefined;
  const answered = new Promise<PremarketDetail>((resolve) => {
    answer = resolve;
  });
  const asked = serve("get", "/v1/premarkets/{symbol}", () => answered);
  act(() => void queries.invalidateQueries({ queryKey: premarketKeys.detail }));
  await expect.poll(() => asked.length).toBe(1);

  pushBook();
  const contracts = [aContract()];
  answer(aPremarketDetail({ my: { orders: [], contracts, exposure: "50", exposure_left: "49950" } }));

  expect(await screen.findByText("Awaiting listing")).toBeVisible();
  expect(screen.getByRole("button", { name: "2.80" })).toBeVisible();
});

test("an unknown symbol is an unknown page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  serveProblem("get", "/v1/premarkets/{symbol}", { status: 404, code: "NOT_FOUND" });
  renderDetail();

  expect(await screen.findByRole("heading", { level: 1, name: "404 Error" })).toBeVisible();
  expect(screen.getByText("There is no pre-market of NOVA.")).toBeVisible();
});

test("the title names the coin", async () => {
  servePremarket(aPremarketDetail({ name: "Nova" }));
  renderDetail();

  await expect.poll(() => document.title).toMatch(/^Nova \(NOVA\)/);
});
