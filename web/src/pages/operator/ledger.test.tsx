import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { problemResponse, serve } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { LedgerPage } from "./ledger";

type Proposal = components["schemas"]["ProposalView"];

const CLIENT = "0199a2f4-0000-7000-8000-00000000abcd";
const MOVER = ["ledger", "ledger_adjust"];

function aProposal(parts: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    kind: "adjustment",
    client_id: CLIENT,
    coin: "USDT",
    amount: "-1250.5",
    network: null,
    source: null,
    target: null,
    reason: "Credited twice",
    status: "proposed",
    proposed_by: "bob",
    proposed_at: 1_700_000_000,
    decided_by: null,
    decided_at: null,
    remark: null,
    refusal: null,
    reference: "adjustment:p1",
    ended_at: null,
    ...parts,
  };
}

/** Renders the ledger for ann; `held.proposal` is the server's state. */
function renderLedger(parts: Partial<Proposal> = {}, permissions = MOVER, at = "/operator/ledger") {
  const held = { proposal: aProposal(parts) };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions });
  const listed = serve("get", "/operator/ledger/proposals", ({ request }) => {
    const wanted = new URL(request.url).searchParams.get("status");
    const isShown = wanted === null || wanted === held.proposal.status;
    return { items: isShown ? [held.proposal] : [], next_cursor: null };
  });
  serve("get", "/operator/ledger/proposals/{proposal_id}", () => held.proposal);
  const page = async () => LedgerPage;
  const routes = ["/operator/ledger", "/operator/ledger/proposals/$proposal"].map((path) => ({
    path,
    layout: null,
    title: () => "Ledger",
    page,
  }));
  return { held, listed, ...renderApp(routes, { at }) };
}

test("a proposal of somebody else is approved after saying what moves", async () => {
  const { held, user } = renderLedger();
  serve("post", "/operator/ledger/proposals/{proposal_id}/approve", () => {
    held.proposal = aProposal({ status: "done", decided_by: "ann", decided_at: 1_700_000_100 });
    return held.proposal;
  });

  await user.click(await screen.findByRole("link", { name: /−1,250\.5 USDT.*Debit a client/ }));
  expect(await screen.findByText("Credited twice")).toBeVisible();
  expect(screen.getByRole("link", { name: "Client ledger" })).toHaveAttribute(
    "href",
    `/operator/clients/${CLIENT}/ledger`,
  );
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this transfer?" }));
  expect(dialog.getByText("1,250.5 USDT moves from the client to the treasury.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Already decided.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(await screen.findByText("No pending proposals")).toBeVisible();
});

test("the proposer sees why somebody else decides", async () => {
  renderLedger({ proposed_by: "ann" }, MOVER, "/operator/ledger/proposals/p1");

  expect(await screen.findByText(/You proposed this, so someone else must decide/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Approve|Reject)$/ })).toBeNull();
});

test("a role that may only look is offered nothing", async () => {
  renderLedger({}, ["ledger"], "/operator/ledger/proposals/p1");

  expect(await screen.findByText("Your role can view proposals, but not decide on them.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Fund treasury" })).toBeNull();
});

test("what the ledger refuses says how much is missing", async () => {
  const refusal = { code: "INSUFFICIENT_BALANCE", available: "20", needed: "1250.5" };
  renderLedger(
    { amount: "1250.5", status: "refused", refusal, decided_by: "cat", decided_at: 1_700_000_100 },
    MOVER,
    "/operator/ledger/proposals/p1?status=refused",
  );

  expect(
    await screen.findByText(
      "Insufficient treasury balance: 1,250.5 USDT needed, 20 USDT available. Fund it first.",
    ),
  ).toBeVisible();
});

test("a rejection needs its reason, and one that came too late says so", async () => {
  const { held, user } = renderLedger({}, MOVER, "/operator/ledger/proposals/p1");
  const detail = "Somebody has decided on this proposal already.";
  const rejected = serve("post", "/operator/ledger/proposals/{proposal_id}/reject", () => {
    held.proposal = aProposal({ status: "rejected", remark: "Wrong client" });
    return problemResponse({ status: 409, code: "STATE_CONFLICT", detail });
  });

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject this transfer?" }));
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await dialog.findByText("Enter a reason. It’s kept with the transfer.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Wrong client");
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await dialog.findByText(detail)).toBeVisible();
  expect(await rejected[0]?.json()).toEqual({ reason: "Wrong client" });
  await expect.poll(() => screen.queryByText("Already decided.")).not.toBeNull();
});

test("a funding is checked, refused at its field, then proposed and shown", async () => {
  const { held, user, location } = renderLedger();
  serve("get", "/v1/coins", { items: [{ symbol: "USDT", name: "Tether", decimals: 6 }], next_cursor: null });
  const message = "There is less USDT in the whole world.";
  const answers = [
    problemResponse({
      status: 422,
      code: "ABOVE_MAXIMUM",
      errors: [{ field: "amount", code: "above_maximum", message }],
    }),
  ];
  const proposed = serve(
    "post",
    "/operator/ledger/proposals",
    () => {
      const refused = answers.shift();
      if (refused) return refused;
      held.proposal = aProposal({
        id: "p2",
        kind: "funding",
        client_id: null,
        amount: "500",
        network: "bank",
      });
      return held.proposal;
    },
    201,
  );

  await user.click(await screen.findByRole("button", { name: "Fund treasury" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Fund treasury" }));
  await user.click(await dialog.findByRole("button", { name: "Propose" }));
  expect(await dialog.findByText("Choose a coin.")).toBeVisible();
  expect(dialog.getByText("Use letters and digits, such as bitcoin or bank.")).toBeVisible();
  await user.click(dialog.getByRole("combobox", { name: "Coin" }));
  await user.click(await screen.findByRole("option", { name: /USDT/ }));
  await user.type(dialog.getByLabelText("Amount"), "500");
  await user.type(dialog.getByLabelText("Received through"), "Bank");
  await user.type(dialog.getByLabelText("Reason"), "Starting capital");
  await user.click(dialog.getByRole("button", { name: "Propose" }));
  expect(await dialog.findByText(message)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  await expect.poll(location).toBe("/operator/ledger/proposals/p2");
  expect(await proposed[1]?.json()).toEqual({
    kind: "funding",
    coin: "USDT",
    amount: "500",
    network: "bank",
    reason: "Starting capital",
  });
});

test.each([
  [
    "a payout leaves the treasury",
    { kind: "defunding" as const, network: "bank" },
    ["Pay out of treasury", "Leaves through", "bank"],
    "500 USDT leaves the treasury through bank. Send it there yourself.",
  ],
  [
    "a move names both accounts",
    { kind: "house_move" as const, source: "fees" as const, target: "protection" as const },
    ["Move between accounts", "Fees", "Protection"],
    "500 USDT of the exchange moves from “Fees” to “Protection”.",
  ],
])("%s, before it is approved", async (_what, parts, shown, consequence) => {
  const at = "/operator/ledger/proposals/p1";
  const { user } = renderLedger({ client_id: null, amount: "500", ...parts }, MOVER, at);

  const details = within(await screen.findByRole("region", { name: "Case" }));
  for (const text of shown) expect(await details.findByText(text)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this transfer?" }));
  expect(dialog.getByText(consequence)).toBeVisible();
});

test("a move that was refused says what the account has, an approved one that it will come", async () => {
  const move = {
    kind: "house_move" as const,
    client_id: null,
    source: "fees" as const,
    target: "treasury" as const,
  };
  const refusal = { code: "INSUFFICIENT_BALANCE", available: "20", needed: "500" };
  const decided = { decided_by: "sue", decided_at: 1_700_000_100 };
  const at = "/operator/ledger/proposals/p1";
  const { held } = renderLedger(
    { ...move, ...decided, amount: "500", status: "refused", refusal },
    MOVER,
    at,
  );

  expect(await screen.findByText("Fees has only 20 USDT; 500 USDT needed.")).toBeVisible();
  held.proposal = aProposal({ ...move, ...decided, amount: "500", status: "approved" });
  await queries.invalidateQueries();
  expect(await screen.findByText(/It will be executed automatically, exactly once/)).toBeVisible();
});
