import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { components } from "@/api/generated/schema";
import { changePortfolioView } from "@/session/portfolio-view";
import { clearSession, startSession } from "@/session/session";
import { aTransaction } from "@/testing/builders";
import { problemResponse, serve } from "@/testing/fake-server";
import { aCoin } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { aNetwork } from "@/testing/wallets";
import { TransactionsPage } from "./transactions";

type Transaction = components["schemas"]["Transaction"];

beforeEach(() => {
  startSession("token");
  changePortfolioView({ isHidden: false });
  serve("get", "/v1/coins", { items: [aCoin("BTC"), aCoin("USDT")], next_cursor: null });
  serve("get", "/v1/deposit/networks", { items: [aNetwork()], next_cursor: null });
});
afterEach(clearSession);

function serveTransactions(items: Transaction[], next_cursor: string | null = null) {
  return serve("get", "/v1/transactions", { items, next_cursor });
}

const queryOf = (request: Request | undefined) => new URL(request?.url ?? "http://nowhere").search;
const rows = () => screen.getAllByRole("row").slice(1);

test("a transaction shows its date, wallet and sign", async () => {
  serveTransactions([aTransaction(2, { type: "fee", amount: "-0.00000001" }), aTransaction(1)]);
  renderPage(<TransactionsPage />);
  await screen.findByRole("table", { name: "Transactions, newest first" });

  expect(
    rows().map((row) =>
      within(row)
        .getAllByRole("cell")
        .slice(0, 5)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["05.11.2026 07:03", "Fee", "−0.00000001 BTC", "Spot Wallet", "Completed"],
    ["05.11.2026 07:03", "Trade", "+0.5 BTC", "Spot Wallet", "Completed"],
  ]);
});

test("a transfer shows its network, address and chain transaction", async () => {
  const onChain = { network: "btc", address: "bc1qreceiver0000", tx_id: "aa".repeat(32) };
  const figures = { confirmations: 3, required_confirmations: 3, reference: "withdrawal:1" };
  serveTransactions([
    aTransaction(2, { type: "withdrawal", amount: "-0.5", fee: "0.0001", ...onChain, ...figures }),
    aTransaction(1),
  ]);
  renderPage(<TransactionsPage />);
  await screen.findByText("Bitcoin");

  const [transfer, trade] = rows().map((row) => within(row));
  expect(transfer?.getByText("bc1qreceiver0000")).toBeVisible();
  expect(transfer?.getByRole("button", { name: "Copy transaction ID" })).toBeEnabled();
  expect(
    transfer
      ?.getAllByRole("link", { name: "Open in block explorer" })
      .map((link) => link.getAttribute("href")),
  ).toEqual([
    "https://explorer.example/address/bc1qreceiver0000",
    `https://explorer.example/tx/${"aa".repeat(32)}`,
  ]);
  expect(trade?.getByRole("button", { name: "Copy reference" })).toBeEnabled();
  expect(trade?.queryByRole("link")).toBeNull();
});

test("a transfer between clients has an address and no chain transaction", async () => {
  const internal = { network: "btc", address: "bc1qreceiver0000", reference: "withdrawal:1" };
  serveTransactions([aTransaction(1, { type: "withdrawal", amount: "-0.5", ...internal })]);
  renderPage(<TransactionsPage />);

  expect(await screen.findByText("Internal transfer")).toBeVisible();
  expect(screen.getByText("bc1qreceiver0000")).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy reference" })).toBeEnabled();
});

test("filters are kept in the address and asked of the server", async () => {
  const asked = serveTransactions([aTransaction(1)]);
  const user = renderPage(<TransactionsPage />, {
    at: "/personal/transactions?from=2026-11-01&to=2026-11-05",
  });
  await screen.findByRole("table", { name: "Transactions, newest first" });
  const from = new Date(2026, 10, 1).getTime() / 1000;
  const to = new Date(2026, 10, 6).getTime() / 1000;
  expect(queryOf(asked[0])).toBe(`?from=${from}&to=${to}&limit=50`);

  await user.click(screen.getByRole("combobox", { name: "Type" }));
  await user.click(await screen.findByRole("option", { name: "Fee" }));
  await user.click(screen.getByRole("combobox", { name: "Coin" }));
  await user.click(await screen.findByRole("option", { name: "BTC" }));

  await expect.poll(() => queryOf(asked.at(-1))).toBe(`?type=fee&coin=BTC&from=${from}&to=${to}&limit=50`);
  expect(user.location()).toBe("/personal/transactions?type=fee&coin=BTC&from=2026-11-01&to=2026-11-05");

  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await expect.poll(() => user.location()).toBe("/personal/transactions");
});

test("what makes no sense in the address is no filter", async () => {
  const asked = serveTransactions([]);
  renderPage(<TransactionsPage />, { at: "/personal/transactions?type=theft&coin=b&from=soon&status=odd" });

  expect(await screen.findByText("No transactions yet")).toBeVisible();
  expect(queryOf(asked[0])).toBe("?limit=50");
});

test("nothing found is not nothing there", async () => {
  serveTransactions([]);
  renderPage(<TransactionsPage />, { at: "/personal/transactions?coin=BTC" });

  expect(await screen.findByText("No transactions match these filters")).toBeVisible();
});

test("the next page follows the first", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  const asked = serve("get", "/v1/transactions", ({ request }) =>
    new URL(request.url).searchParams.has("cursor")
      ? { items: [aTransaction(1)], next_cursor: null }
      : { items: [aTransaction(3), aTransaction(2)], next_cursor: "after-2" },
  );
  const user = renderPage(<TransactionsPage />);

  await user.click(await screen.findByRole("button", { name: "Show more" }));

  await expect.poll(() => rows().length).toBe(3);
  expect(queryOf(asked[1])).toBe("?cursor=after-2&limit=50");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

function serveCsv(chunks: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) {
  return serve("get", "/v1/transactions", ({ request }) => {
    if (request.headers.get("Accept") !== "text/csv") return { items: [aTransaction(1)], next_cursor: null };
    return new Response(new ReadableStream({ start: chunks }), { headers: { "Content-Type": "text/csv" } });
  });
}

test("all filtered transactions are saved as a file, with progress", async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => {} }),
  );
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  let finish = () => {};
  const asked = serveCsv((controller) => {
    const text = new TextEncoder();
    controller.enqueue(text.encode("id,type\r\n2,fee\r\n"));
    finish = () => {
      controller.enqueue(text.encode("1,trade\r\n"));
      controller.close();
    };
  });
  const user = renderPage(<TransactionsPage />, { at: "/personal/transactions?coin=BTC" });

  await user.click(await screen.findByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("1 row so far")).toBeVisible();
  finish();

  expect(await screen.findByText("2 rows saved")).toBeVisible();
  expect(names).toEqual(["transactions.csv"]);
  expect(await saved[0]?.text()).toBe("id,type\r\n2,fee\r\n1,trade\r\n");
  const request = asked.find(({ headers }) => headers.get("Accept") === "text/csv");
  expect(queryOf(request)).toBe("?coin=BTC");
  expect(request?.headers.get("X-Token")).toBe("token");
});

test("an export can be stopped", async () => {
  serveCsv((controller) => controller.enqueue(new TextEncoder().encode("id\r\n")));
  const user = renderPage(<TransactionsPage />);
  await user.click(await screen.findByRole("button", { name: "Export CSV" }));
  await user.click(await screen.findByRole("button", { name: "Stop export" }));

  await expect.poll(() => screen.queryByText(/rows so far/)).toBeNull();
  expect(screen.queryByText(/Export failed/)).toBeNull();
});

test("an export that fails says so and can be tried again", async () => {
  serve("get", "/v1/transactions", ({ request }) =>
    request.headers.get("Accept") === "text/csv"
      ? problemResponse({ status: 503, code: "OVERLOADED" })
      : { items: [aTransaction(1)], next_cursor: null },
  );
  const user = renderPage(<TransactionsPage />);

  await user.click(await screen.findByRole("button", { name: "Export CSV" }));

  expect(await screen.findByText("Export failed. Try again.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Export CSV" })).toBeEnabled();
});
