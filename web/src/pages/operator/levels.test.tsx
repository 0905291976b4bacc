import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { aLevel, aStaffSite, someLevels } from "@/testing/builders";
import { invalidFields, problemResponse, serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { fill } from "@/testing/render-settings";
import { OperatorLevelsPage } from "./levels";

type Proposal = components["schemas"]["LevelProposalView"];

function aProposal(parts: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    site_id: "s1",
    level: "starter",
    before: { fees: { maker: "0.0016", taker: "0.002" }, limits: { withdraw_day: "50000" } },
    asked: { fees: { maker: "0.00155", taker: "0.002" }, limits: { withdraw_day: "60000" } },
    reason: "Competitors charge less",
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
  serve("get", "/operator/levels/proposals", { items, next_cursor: null });
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["levels", "sites"] });
  serve("get", "/operator/sites", { items: [aStaffSite()], next_cursor: null });
  serve("get", "/operator/levels", { items: someLevels(), next_cursor: null });
  serveProposals();
});
afterEach(() => window.history.replaceState(null, "", "/"));

async function openStarter() {
  const user = renderPage(<OperatorLevelsPage />, { at: "/operator/levels" });
  await user.click(await screen.findByRole("button", { name: "Edit Starter" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Level Starter" })) };
}

test("other terms are proposed after a look at what changes, and a refusal goes to its field", async () => {
  let isRefused = true;
  const proposed = serve("post", "/operator/levels/{key}/proposals", () => {
    serveProposals(aProposal({ proposed_by: "ann" }));
    if (!isRefused) return aProposal({ proposed_by: "ann" });
    isRefused = false;
    const message = "A higher level asks for less than this.";
    return invalidFields({ field: "requirements.volume_30d", code: "level", message });
  });
  const { user, dialog } = await openStarter();

  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  expect(await dialog.findByText("No changes yet.")).toBeVisible();
  await fill(user, dialog.getByLabelText("30-day volume"), "26000");
  expect(dialog.getByLabelText("Maker fee")).toHaveValue("0.16");
  await fill(user, dialog.getByLabelText("Maker fee"), "0.155");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  expect((await dialog.findAllByRole("term")).map(({ textContent }) => textContent)).toEqual([
    "30-day volume",
    "Maker fee",
  ]);
  expect(dialog.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "500 USDT26,000 USDT",
    "0.16%0.155%",
  ]);
  await user.click(dialog.getByRole("button", { name: "Propose" }));
  expect(await dialog.findByText("Enter a reason. The approver reads it.")).toBeVisible();
  await fill(user, dialog.getByLabelText("Reason"), "Competitors charge less");
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  expect(await dialog.findByText("A higher level asks for less than this.")).toBeVisible();
  await fill(user, dialog.getByLabelText("30-day volume"), "600");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  await fill(user, await dialog.findByLabelText("Reason"), "Competitors charge less");
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(new URL(proposed[1]?.url ?? "").search).toBe("?site=localhost");
  expect(await proposed[1]?.json()).toEqual({
    name: "Starter",
    requirements: { kyc: true, two_factor: false, volume_30d: "600", balance: "100" },
    fees: { maker: "0.00155", taker: "0.002" },
    limits: { withdraw_day: "50000" },
    features: ["earn", "brand_new_thing"],
    reason: "Competitors charge less",
  });
  expect(await screen.findByText("You proposed this, so someone else must decide.")).toBeVisible();
});

test("another name is saved by one person", async () => {
  const saved = serve("put", "/operator/levels/{key}", aLevel({ name: "Beginner" }));
  const { user, dialog } = await openStarter();

  await fill(user, dialog.getByLabelText("Name"), "Beginner");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  await user.click(await dialog.findByRole("button", { name: "Save changes" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(await saved[0]?.json()).toMatchObject({ name: "Beginner", limits: { withdraw_day: "50000" } });
});

test("another administrator sees both values of each term and approves", async () => {
  serveProposals(aProposal());
  const approved = serve("post", "/operator/levels/proposals/{proposal_id}/approve", () => {
    const done = aProposal({ status: "done", decided_by: "ann", decided_at: 1_790_000_100 });
    serveProposals(done);
    return done;
  });
  const user = renderPage(<OperatorLevelsPage />, { at: "/operator/levels" });

  expect(await screen.findByText("Change of level Starter")).toBeVisible();
  expect(screen.getByText("Competitors charge less")).toBeVisible();
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "0.16%0.155%",
    "50,000 USDT60,000 USDT",
  ]);
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  expect(dialog.getByText(/Applies from each client’s next request/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Done")).toBeVisible();
  expect(approved).toHaveLength(1);
});

test("another administrator rejects with a reason", async () => {
  serveProposals(aProposal());
  const rejected = serve("post", "/operator/levels/proposals/{proposal_id}/reject", () => {
    const ended = aProposal({ status: "rejected", decided_by: "ann", decided_at: 1, remark: "Not now" });
    serveProposals(ended);
    return ended;
  });
  const user = renderPage(<OperatorLevelsPage />, { at: "/operator/levels" });

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject this proposal?" }));
  await fill(user, dialog.getByLabelText("Reason"), "Not now");
  await user.click(dialog.getByRole("button", { name: "Reject" }));

  expect(await screen.findByText("Rejected")).toBeVisible();
  expect(screen.getByText("Not now")).toBeVisible();
  expect(await rejected[0]?.json()).toEqual({ reason: "Not now" });
});

test("without a second administrator the command for the server is shown", async () => {
  const command = "clearwater level set localhost starter --withdraw-day 60000";
  serve("post", "/operator/levels/{key}/proposals", () =>
    problemResponse({ status: 409, code: "STATE_CONFLICT", command }),
  );
  const { user, dialog } = await openStarter();

  await fill(user, dialog.getByLabelText("Daily withdrawal limit"), "60000");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  await fill(user, await dialog.findByLabelText("Reason"), "Clients ask for it");
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  expect(await dialog.findByText(command)).toBeVisible();
  expect(dialog.getByLabelText("Daily withdrawal limit")).toHaveValue("60000");
});
