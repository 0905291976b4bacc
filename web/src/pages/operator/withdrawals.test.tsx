import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { OperatorWithdrawalsPage } from "./withdrawals";

type Withdrawal = components["schemas"]["WithdrawalForStaff"];

const CLIENT = "0199a2f4-0000-7000-8000-00000000abcd";
const ADDRESS = "0x00000000000000000000000000000000000000b2";
const REVIEWER = ["ledger", "withdrawals"];
const ONE = "/operator/withdrawals/w1";

function aWithdrawal(parts: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id: "w1",
    client_id: CLIENT,
    client_email: "mi***@example.org",
    coin: "USDT",
    network: "eth-dev",
    address: ADDRESS,
    memo: null,
    amount: "12000",
    fee: "1",
    receive: "11999",
    value: "12000",
    status: "under_review",
    reason: null,
    tx_id: null,
    receiver_id: null,
    risks: ["above_review_limit", "new_address"],
    reviews_needed: 1,
    reviews: [],
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    confirmed_at: 1_700_000_060,
    ...parts,
  };
}

/** Renders the page for ann; `held.withdrawal` is the server's state. */
function renderWithdrawals(
  parts: Partial<Withdrawal> = {},
  { permissions = REVIEWER, at = "/operator/withdrawals" } = {},
) {
  const held = { withdrawal: aWithdrawal(parts) };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions });
  serve("get", "/operator/networks", { items: [] });
  serve("get", "/operator/withdrawals", ({ request }) => {
    const wanted = new URL(request.url).searchParams.get("status");
    const isShown = wanted === null || wanted === held.withdrawal.status;
    return { items: isShown ? [held.withdrawal] : [], next_cursor: null };
  });
  serve("get", "/operator/withdrawals/{withdrawal_id}", () => held.withdrawal);
  const routes = ["/operator/withdrawals", "/operator/withdrawals/$withdrawal"].map((path) => ({
    path,
    layout: null,
    title: () => "Withdrawals",
    page: async () => OperatorWithdrawalsPage,
  }));
  return { held, ...renderApp(routes, { at }) };
}

test("a withdrawal is approved after saying where it goes", async () => {
  const { held, user } = renderWithdrawals();
  serve("post", "/operator/withdrawals/{withdrawal_id}/approve", () => {
    const reviews = [{ staff: "ann", created_at: 1_700_000_100 }];
    held.withdrawal = aWithdrawal({ status: "processing", reviews });
    return held.withdrawal;
  });

  await user.click(
    await screen.findByRole("link", { name: /12,000 USDT.*0 of 1 approval.*mi\*\*\*@example.org/ }),
  );
  expect(await screen.findByText("The client has never withdrawn to this address.")).toBeVisible();
  expect(screen.getByRole("link", { name: "mi***@example.org" })).toHaveAttribute(
    "href",
    `/operator/clients/${CLIENT}`,
  );
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this withdrawal?" }));
  expect(dialog.getByText(`11,999 USDT goes to ${ADDRESS}.`)).toBeVisible();
  expect(dialog.getByText("It’s sent immediately and can’t be taken back.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Already decided.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(await screen.findByText("Queue is empty")).toBeVisible();
});

test("after the first of two approvals, somebody else must approve", async () => {
  const { held, user } = renderWithdrawals({ reviews_needed: 2 }, { at: ONE });
  serve("post", "/operator/withdrawals/{withdrawal_id}/approve", () => {
    const reviews = [{ staff: "ann", created_at: 1_700_000_100 }];
    held.withdrawal = aWithdrawal({ reviews_needed: 2, reviews });
    return held.withdrawal;
  });

  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this withdrawal?" }));
  expect(dialog.getByText("It’s sent after someone else approves it, too.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("You approved this. Someone else must approve it, too.")).toBeVisible();
  expect(screen.getAllByText("1 of 2 approvals").length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
});

test("a rejection needs its reason, and one that came too late says so", async () => {
  const { held, user } = renderWithdrawals({}, { at: ONE });
  const detail = "This withdrawal is not under review.";
  const rejected = serve("post", "/operator/withdrawals/{withdrawal_id}/reject", () => {
    held.withdrawal = aWithdrawal({ status: "rejected", reason: "Unusual address" });
    return problemResponse({ status: 409, code: "STATE_CONFLICT", detail });
  });

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject this withdrawal?" }));
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await dialog.findByText("Enter a reason. The client reads it.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Unusual address");
  await user.click(dialog.getByRole("button", { name: "Reject" }));

  expect(await dialog.findByText(detail)).toBeVisible();
  expect(await rejected[0]?.json()).toEqual({ reason: "Unusual address" });
  await expect.poll(() => screen.queryByText("Already decided.")).not.toBeNull();
});

test("the withdrawal of a frozen account can only be rejected", async () => {
  renderWithdrawals({ risks: ["frozen"] }, { at: ONE });

  expect(
    await screen.findByText("The account is frozen. Unfreeze it first, or reject the withdrawal."),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
});

test("a withdrawal that waits to be paid can be rejected until it is sent", async () => {
  const { held, user } = renderWithdrawals({ status: "processing", reviews_needed: 0 }, { at: ONE });
  serve("post", "/operator/withdrawals/{withdrawal_id}/reject", () => {
    held.withdrawal = aWithdrawal({ status: "rejected", reason: "Blocked address" });
    return held.withdrawal;
  });

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject this withdrawal?" }));
  await user.type(dialog.getByLabelText("Reason"), "Blocked address");
  await user.click(dialog.getByRole("button", { name: "Reject" }));

  await expect.poll(() => screen.queryByRole("button", { name: "Reject" })).toBeNull();
});

test("a role that may only look is offered nothing", async () => {
  renderWithdrawals({}, { permissions: ["ledger"], at: ONE });

  expect(await screen.findByText("Your role can view withdrawals, but not decide on them.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Approve|Reject)$/ })).toBeNull();
});

test("a sent withdrawal shows its transaction, under every filter", async () => {
  const txId = "f0".repeat(32);
  renderWithdrawals(
    { status: "broadcast", tx_id: txId, risks: [], reviews_needed: 0, value: null },
    { at: `${ONE}?status=all` },
  );

  expect(await screen.findByText(txId)).toBeVisible();
  expect(screen.getByText("None found.")).toBeVisible();
  expect(screen.getByText("Value unknown")).toBeVisible();
  expect(screen.getByText("This withdrawal needs no review.")).toBeVisible();
});

test("an unknown withdrawal, an empty queue, and one that cannot be loaded", async () => {
  const { user } = renderWithdrawals({ status: "completed" }, { at: ONE });
  serveProblem("get", "/operator/withdrawals/{withdrawal_id}", { status: 404, code: "NOT_FOUND" });
  serveProblem("get", "/operator/withdrawals", { status: 500, code: "INTERNAL" });

  expect(await screen.findByText("Withdrawal not found")).toBeVisible();
  const retry = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/withdrawals", { items: [], next_cursor: null });
  await user.click(retry);

  expect(await screen.findByText("Queue is empty")).toBeVisible();
});
