import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queries } from "@/api/queries";
import type { Contract, Premarket, Proposal } from "@/features/operator/premarkets/api";
import { problemResponse, serve } from "@/testing/fake-server";
import { aCoin } from "@/testing/markets";
import { aPremarket, secondsFromNow } from "@/testing/premarket";
import { renderApp } from "@/testing/render-app";
import { OperatorPreMarketPage } from "./pre-market";
import { OperatorPreMarketsPage } from "./pre-markets";

const KEEPER = ["ledger", "products"];
const LIST = "/operator/pre-markets";
const NOVA = "/operator/pre-markets/NOVA";

function aStaffPremarket(parts: Partial<Premarket> = {}): Premarket {
  return {
    ...aPremarket(),
    orders_open: 4,
    contracts_open: 2,
    value_open: "1250.5",
    collateral_held: "1250.5",
    protection_balance: "37.5",
    window_minutes: 240,
    late_days: "30",
    proposal_id: null,
    ...parts,
  };
}

function aProposal(parts: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    symbol: "NOVA",
    kind: "list",
    delivery_at: secondsFromNow(3_600),
    note: "Mainnet is live",
    status: "proposed",
    proposed_by: "bob",
    proposed_at: 1_700_000_000,
    decided_by: null,
    decided_at: null,
    remark: null,
    refusal: null,
    ended_at: null,
    ...parts,
  };
}

const aStaffContract = (parts: Partial<Contract> = {}): Contract => ({
  id: 1,
  symbol: "NOVA",
  quote: "USDT",
  buyer_id: "b1",
  buyer_email: "bea@example.org",
  seller_id: "s1",
  seller_email: null,
  price: "2.5",
  quantity: "20",
  value: "50",
  buyer_fee: "1",
  collateral: "50",
  seller_fee: "1",
  status: "matched",
  created_at: 1_700_000_000,
  ended_at: null,
  ...parts,
});

type Held = { markets: Premarket[]; proposals: Proposal[]; contracts: Contract[] };

/** Renders the console for ann; `held` is the server's state. */
function renderConsole(at: string, parts: Partial<Held> = {}, permissions = KEEPER) {
  const held: Held = { markets: [aStaffPremarket()], proposals: [], contracts: [], ...parts };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions });
  serve("get", "/operator/premarkets", () => ({ items: held.markets, next_cursor: null }));
  serve("get", "/operator/premarkets/proposals", () => ({ items: held.proposals, next_cursor: null }));
  serve("get", "/operator/premarkets/{symbol}/contracts", ({ request }) => {
    const wanted = new URL(request.url).searchParams.get("status");
    const items = held.contracts.filter(({ status }) => wanted === null || status === wanted);
    return { items, next_cursor: null };
  });
  const routes = [
    { path: LIST, layout: null, title: () => "", page: async () => OperatorPreMarketsPage },
    { path: `${LIST}/$symbol`, layout: null, title: () => "", page: async () => OperatorPreMarketPage },
  ];
  return { held, ...renderApp(routes, { at }) };
}

test("the list shows what is at stake, and what waits for a decision", async () => {
  renderConsole(LIST, { proposals: [aProposal()], markets: [aStaffPremarket({ proposal_id: "p1" })] });

  const row = within(await screen.findByRole("row", { name: /NOVA/ }));
  expect(row.getByText("Open")).toBeVisible();
  expect(row.getAllByText("1,250.5")).toHaveLength(2);
  expect(screen.getByText("37.5")).toBeVisible();
  expect(await screen.findByRole("link", { name: /^List NOVA, delivery from/ })).toHaveAttribute(
    "href",
    NOVA,
  );
});

test("a pre-market is added with times and percentages as the server takes them", async () => {
  const { user, held, location } = renderConsole(LIST, { markets: [] });
  serve("get", "/v1/coins", { items: [aCoin("NOVA", "Nova"), aCoin("USDT", "Tether")], next_cursor: null });
  const created = serve(
    "post",
    "/operator/premarkets",
    () => {
      held.markets = [aStaffPremarket()];
      return held.markets[0] as Premarket;
    },
    201,
  );

  await user.click(await screen.findByRole("button", { name: "Add pre-market" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add pre-market" }));
  await user.click(await dialog.findByRole("button", { name: "Add pre-market" }));
  expect(await dialog.findByText("Choose a coin.")).toBeVisible();
  expect(dialog.getAllByText("Enter a date and a time.")).toHaveLength(2);
  await user.click(dialog.getByRole("combobox", { name: "Coin" }));
  await user.click(await screen.findByRole("option", { name: /NOVA/ }));
  await user.type(dialog.getByLabelText("Opens"), "01/02/2030");
  await user.type(dialog.getByLabelText("Closes"), "01/01/2030");
  await user.click(dialog.getByRole("button", { name: "Add pre-market" }));
  expect(await dialog.findByText("Must be after the opening.")).toBeVisible();
  await user.clear(dialog.getByLabelText("Closes"));
  await user.type(dialog.getByLabelText("Closes"), "01/09/2030");
  await user.click(dialog.getByRole("button", { name: "Add pre-market" }));

  await expect.poll(location).toBe(NOVA);
  expect(await created[0]?.json()).toEqual({
    symbol: "NOVA",
    quote: "USDT",
    opens_at: new Date(2030, 0, 2, 12).getTime() / 1000,
    closes_at: new Date(2030, 0, 9, 12).getTime() / 1000,
    price_decimals: 4,
    tick_size: "0.01",
    step_size: "1",
    min_quantity: "10",
    max_quantity: "10000",
    max_exposure: "50000",
    fee_rate: "0.02",
    collateral_rate: "1",
    window_minutes: 240,
    late_days: 30,
  });
});

test("an upcoming one is opened now after a question", async () => {
  const { user } = renderConsole(NOVA, { markets: [aStaffPremarket({ status: "upcoming" })] });
  const opened = serve("patch", "/operator/premarkets/{symbol}", aStaffPremarket());

  await user.click(await screen.findByRole("button", { name: "Open now" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Open the pre-market of NOVA now?" }));
  await user.click(dialog.getByRole("button", { name: "Open now" }));

  await expect.poll(() => opened.length).toBe(1);
  const body = await opened[0]?.json();
  expect(Object.keys(body)).toEqual(["opens_at"]);
  expect(Math.abs(body.opens_at - Date.now() / 1000)).toBeLessThan(10);
});

test("a listing is proposed with its note; what the server refuses is said", async () => {
  const { user } = renderConsole(NOVA);
  const detail = "Another proposal for this pre-market is still open.";
  const answers = [problemResponse({ status: 409, code: "STATE_CONFLICT", detail })];
  const proposed = serve(
    "post",
    "/operator/premarkets/{symbol}/proposals",
    () => answers.shift() ?? aProposal({ proposed_by: "ann" }),
    201,
  );

  await user.click(await screen.findByRole("button", { name: "Propose listing" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Propose the listing of NOVA?" }));
  await user.click(dialog.getByRole("button", { name: "Propose" }));
  expect(await dialog.findByText("Enter a note of at least 3 characters.")).toBeVisible();
  await user.type(dialog.getByLabelText("Note"), "Mainnet is live");
  await user.click(dialog.getByRole("button", { name: "Propose" }));
  expect(await dialog.findByText(detail)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  const body = await proposed[1]?.json();
  expect(body).toMatchObject({ kind: "list", note: "Mainnet is live" });
  expect(Math.abs(body.delivery_at - Date.now() / 1000 - 3600)).toBeLessThan(70);
});

test("a proposal of somebody else is approved after saying what it causes", async () => {
  const { user, held } = renderConsole(NOVA, {
    proposals: [aProposal({ kind: "cancel", delivery_at: null })],
  });
  const approved = serve("post", "/operator/premarkets/proposals/{proposal_id}/approve", () => {
    held.proposals = [aProposal({ kind: "cancel", status: "done", decided_by: "ann", decided_at: 1 })];
    return held.proposals[0] as Proposal;
  });

  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  expect(dialog.getByText(/^Every order and contract is void/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Done")).toBeVisible();
  expect(approved).toHaveLength(1);
});

test("the outcome is reported though the proposal has left the list", async () => {
  const { user, held } = renderConsole(LIST, { proposals: [aProposal()] });
  serve("post", "/operator/premarkets/proposals/{proposal_id}/approve", () => {
    held.proposals = [];
    return aProposal({ status: "done" });
  });

  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Approved and executed")).toBeVisible();
  await expect.poll(() => screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("one's own proposal waits for someone else", async () => {
  renderConsole(NOVA, { proposals: [aProposal({ proposed_by: "ann" })] });

  expect(await screen.findByText("You proposed this, so someone else must decide.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("a role that may only look is offered nothing", async () => {
  renderConsole(NOVA, { proposals: [aProposal()] }, ["ledger"]);

  expect(await screen.findByText("Your role can view proposals, but not decide on them.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Propose|Open now|Save times/ })).toBeNull();
});

test("contracts are filtered by status, in the URL", async () => {
  const contracts = [aStaffContract(), aStaffContract({ id: 2, status: "defaulted", quantity: "77" })];
  renderConsole(`${NOVA}?contracts=defaulted`, { contracts });

  expect(await screen.findByText("77")).toBeVisible();
  expect(screen.getByRole("link", { name: "bea@example.org" })).toHaveAttribute(
    "href",
    "/operator/clients/b1",
  );
  expect(screen.getByText("Exchange’s own trader")).toBeVisible();
  expect(screen.getAllByRole("row")).toHaveLength(2);
});
