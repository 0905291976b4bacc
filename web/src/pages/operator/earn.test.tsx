import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { aFlexibleProduct } from "@/testing/earn";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { aCoin } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { OperatorEarnPage } from "./earn";

type Proposal = components["schemas"]["EarnProposalView"];

const PRODUCT: components["schemas"]["EarnProductForStaff"] = {
  ...aFlexibleProduct({ next_apr: { apr: "0.06", from: 1_795_046_400 } }),
  subscribed: "6000",
  positions: 12,
  rates: [
    { apr: "0.05", from: 0 },
    { apr: "0.06", from: 1_795_046_400 },
  ],
  owed: "3.25",
};

function serveProducts(days_left: number | null) {
  const treasuries = [{ coin: "USDT", balance: "20", owed: "3.25", per_day: "0.8", days_left }];
  serve("get", "/operator/earn/products", { items: [PRODUCT], treasuries, max_apr: "1", next_cursor: null });
}

function aProposal(parts: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    product: "usdt-flex",
    draft: null,
    change: { apr: "0.08" },
    reason: "For the campaign",
    status: "proposed",
    proposed_by: "bob",
    proposed_at: 1_790_000_000,
    decided_by: null,
    decided_at: null,
    remark: null,
    refusal: null,
    ...parts,
  };
}

function serveProposals(...items: Proposal[]) {
  serve("get", "/operator/earn/proposals", { items, next_cursor: null });
}

function serveOperator(...permissions: string[]) {
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions });
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serveOperator("ledger", "products");
  serve("get", "/v1/coins", { items: [aCoin("USDT", "Tether", { decimals: 6 })], next_cursor: null });
  serveProducts(20);
  serveProposals();
});
afterEach(() => window.history.replaceState(null, "", "/"));

const page = () => renderPage(<OperatorEarnPage />, { at: "/operator/earn" });

test("products show rates, what is subscribed and owed; a treasury that ends soon is marked", async () => {
  page();

  const row = await screen.findByRole("row", { name: /usdt-flex/ });
  expect(row).toHaveTextContent(/5%6% from .*10 USDTto 1,000 USDT6,000 USDTof 10,000 USDT123.25 USDTOpen/);
  const treasury = screen.getByRole("row", { name: /^USDT/ });
  expect(treasury).toHaveTextContent(/20 USDT0.8 USDT20 days/);
});

test("who may only look is offered no change", async () => {
  serveOperator("ledger");
  page();

  await screen.findByRole("row", { name: /usdt-flex/ });
  expect(screen.queryByRole("button", { name: /Create|Edit|Fund/ })).toBeNull();
});

test("a product is checked, refused at its field, then proposed", async () => {
  const message = "This product exists already.";
  const answers = [
    problemResponse({
      status: 409,
      code: "STATE_CONFLICT",
      errors: [{ field: "id", code: "state_conflict", message }],
    }),
  ];
  const created = serve("post", "/operator/earn/products", () => answers.shift() ?? aProposal(), 202);
  const user = page();
  await user.click(await screen.findByRole("button", { name: "Create product" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create product" }));
  const submit = () => user.click(dialog.getByRole("button", { name: "Propose" }));

  await submit();
  expect(await dialog.findByText("Choose a coin.")).toBeVisible();
  expect(dialog.getByText("Say where the yield comes from. Clients see it.")).toBeVisible();
  expect(dialog.getByText("Enter a reason. The approver reads it.")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "usdt-30");
  await user.click(dialog.getByRole("combobox", { name: "Coin" }));
  await user.click(await screen.findByRole("option", { name: /^USDT/ }));
  await user.click(dialog.getByRole("radio", { name: /^Locked/ }));
  await user.type(dialog.getByRole("textbox", { name: "APR" }), "107.5");
  await user.type(dialog.getByRole("textbox", { name: "Minimum" }), "50");
  await user.type(dialog.getByRole("textbox", { name: "Maximum per client" }), "40");
  await user.type(dialog.getByRole("textbox", { name: "Quota of all clients" }), "100000");
  await user.type(dialog.getByRole("textbox", { name: "Source of yield" }), "Trading fees");
  await user.type(dialog.getByRole("textbox", { name: "Reason" }), "For the campaign");
  await submit();
  expect(await dialog.findByText("Enter 0 to 100%.")).toBeVisible();
  await user.clear(dialog.getByRole("textbox", { name: "APR" }));
  await user.type(dialog.getByRole("textbox", { name: "APR" }), "7.5");
  await submit();
  expect(await dialog.findByText("Must be at least the minimum.")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Maximum per client" }), "0");
  await submit();
  expect(await dialog.findByText("Enter 1 to 3,650 days.")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Term" }), "30");
  await submit();
  expect(await dialog.findByText(message)).toBeVisible();
  await submit();

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(await created[1]?.json()).toEqual({
    id: "usdt-30",
    coin: "USDT",
    kind: "locked",
    apr: "0.075",
    term_days: 30,
    min: "50",
    max: "400",
    quota: "100000",
    source_of_yield: "Trading fees",
    reason: "For the campaign",
  });
});

test("a higher rate is proposed with a reason, a lower one needs none", async () => {
  const proposed = serve("post", "/operator/earn/products/{id}/proposals", aProposal(), 202);
  const user = page();
  await user.click(await screen.findByRole("button", { name: "Edit usdt-flex" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Product usdt-flex" }));
  const rate = dialog.getByRole("textbox", { name: "APR" });
  await user.clear(rate);
  await user.type(rate, "8");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  await user.click(await dialog.findByRole("button", { name: "Propose" }));
  expect(await dialog.findByText("Enter a reason. The approver reads it.")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Reason" }), "For the campaign");
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(await proposed[0]?.json()).toEqual({ apr: "0.08", reason: "For the campaign" });
});

test("a colleague's proposal shows what changes, and is approved", async () => {
  serveProposals(aProposal());
  const approved = serve("post", "/operator/earn/proposals/{id}/approve", () => {
    const done = aProposal({ status: "done", decided_by: "ann", decided_at: 1_790_000_100 });
    serveProposals(done);
    return done;
  });
  const user = page();

  expect(await screen.findByText("Change of usdt-flex")).toBeVisible();
  expect(screen.getByText("8%")).toBeVisible();
  expect(screen.getByText("For the campaign")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Done")).toBeVisible();
  expect(approved).toHaveLength(1);
});

test("a proposed product shows all its terms; its proposer cannot decide", async () => {
  const draft = {
    id: "usdt-30",
    coin: "USDT",
    kind: "locked" as const,
    apr: "0.075",
    term_days: 30,
    min: "50",
    max: "400",
    quota: "100000",
    source_of_yield: "Trading fees",
  };
  serveProposals(aProposal({ product: "usdt-30", draft, change: null, proposed_by: "ann" }));
  page();

  expect(await screen.findByText("New product usdt-30")).toBeVisible();
  for (const term of ["7.5%", "30 days", "100,000 USDT", "Trading fees"]) {
    expect(screen.getByText(term)).toBeVisible();
  }
  expect(screen.getByText("You proposed this, so someone else must decide.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("only what differs is changed, after a look at it", async () => {
  const changed = serve("patch", "/operator/earn/products/{id}", PRODUCT);
  const user = page();
  await user.click(await screen.findByRole("button", { name: "Edit usdt-flex" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Product usdt-flex" }));
  const review = () => user.click(dialog.getByRole("button", { name: "Review changes" }));
  const rate = dialog.getByRole("textbox", { name: "APR" });
  expect(rate).toHaveValue("6");

  await review();
  expect(await dialog.findByText("No changes yet.")).toBeVisible();
  await user.clear(rate);
  await user.type(rate, "4.25");
  await user.type(dialog.getByRole("textbox", { name: /^New rate from/ }), "01/31/2099");
  await user.click(dialog.getByRole("checkbox", { name: "Open to new subscriptions" }));
  await review();
  expect(await dialog.findByText("All positions follow the new rate from its time on.")).toBeVisible();
  expect(dialog.getByText("4.25%")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(await changed[0]?.json()).toEqual({
    apr: "0.0425",
    effective_at: Date.UTC(2099, 0, 31) / 1000,
    is_open: false,
  });
});

test("products that could not be loaded are asked for again", async () => {
  serveProblem("get", "/operator/earn/products", { status: 500, code: "INTERNAL" });
  const user = page();

  const again = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/earn/products", { items: [], treasuries: [], max_apr: "1", next_cursor: null });
  await user.click(again);
  expect(await screen.findByText("No products yet")).toBeVisible();
});
