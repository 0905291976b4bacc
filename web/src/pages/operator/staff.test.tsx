import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast } from "@/design/toast";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { StaffPage } from "./staff";

const aMember = (login: string, parts: object = {}) => ({
  id: login,
  login,
  role: "support",
  is_active: true,
  created_at: 1_700_000_000,
  enrolled_at: 1_700_000_000,
  ...parts,
});

const aProposal = (parts: object = {}) => ({
  id: "p1",
  kind: "create",
  staff_id: null,
  login: "vera",
  role: "compliance",
  status: "proposed",
  proposed_by: "bob",
  proposed_at: 1_700_000_000,
  decided_by: null,
  decided_at: null,
  ...parts,
});

const openDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

function serveStaff(members: object[], proposals: object[] = []) {
  serve("get", "/operator/staff", { items: members, next_cursor: null });
  serve("get", "/operator/staff/proposals", { items: proposals, next_cursor: null });
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", {
    login: "ann",
    role: "admin",
    permissions: ["staff"],
    expires_at: 1_700_030_000,
    idle_limit: 1800,
  });
});
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

test("a colleague is proposed, and nobody is shown what they will sign in with", async () => {
  serveStaff([aMember("ann", { role: "admin" }), aMember("bob", { role: "admin" })]);
  const proposed = serve("post", "/operator/staff", aProposal({ proposed_by: "ann" }), 201);
  const user = renderPage(<StaffPage />);

  await user.click(await screen.findByRole("button", { name: "Add colleague" }));
  const draft = await openDialog("Add colleague");
  await user.click(draft.getByLabelText("Username"));
  await user.paste("Vera");
  await user.click(draft.getByLabelText("Compliance"));
  await user.click(draft.getByRole("button", { name: "Propose colleague" }));

  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add colleague" })).toBeNull());
  expect(await proposed[0]?.json()).toEqual({ login: "vera", role: "compliance" });
});

test("another one's proposal is approved after a question; one's own can only be withdrawn", async () => {
  serveStaff(
    [aMember("ann", { role: "admin" })],
    [aProposal(), aProposal({ id: "p2", kind: "reset", login: "sam", role: null, proposed_by: "ann" })],
  );
  const approved = serve(
    "post",
    "/operator/staff/proposals/{proposal_id}/approve",
    aProposal({ status: "approved" }),
  );
  const user = renderPage(<StaffPage />);

  expect(await screen.findByText("Reset credentials of sam")).toBeVisible();
  expect(screen.getByRole("button", { name: "Withdraw proposal" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const question = await openDialog("Approve this change?");
  expect(question.getByText("Add vera as Compliance")).toBeVisible();
  await user.click(question.getByRole("button", { name: "Approve" }));

  await waitFor(() => expect(approved).toHaveLength(1));
});

test("the proposer sees the colleague whom another admin has approved", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveStaff([aMember("ann", { role: "admin" })], [aProposal({ proposed_by: "ann" })]);
  renderPage(<StaffPage />);
  expect(await screen.findByText("Add vera as Compliance")).toBeVisible();

  serveStaff([aMember("vera"), aMember("ann", { role: "admin" })]);
  await act(() => vi.advanceTimersByTimeAsync(15_000));

  expect(await screen.findByText("vera")).toBeVisible();
  expect(screen.queryByText("Add vera as Compliance")).toBeNull();
});

test("a proposal about oneself is left to others", async () => {
  serveStaff(
    [aMember("ann", { role: "admin" })],
    [aProposal({ kind: "deactivate", login: "ann", role: null })],
  );
  renderPage(<StaffPage />);

  expect(await screen.findByText("Deactivate ann")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reject" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("a rejected proposal is announced as closed", async () => {
  serveStaff([aMember("ann", { role: "admin" })], [aProposal()]);
  serve("post", "/operator/staff/proposals/{proposal_id}/reject", aProposal({ status: "rejected" }));
  const shown = vi.spyOn(toast, "add");
  const user = renderPage(<StaffPage />);

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  await user.click(
    (await openDialog("Close this proposal?")).getByRole("button", { name: "Close proposal" }),
  );

  await waitFor(() =>
    expect(shown).toHaveBeenCalledWith(
      expect.objectContaining({ severity: "success", summary: "Closed: Add vera as Compliance" }),
    ),
  );
});

test("a link for somebody who has not enrolled is shown until it is handed over", async () => {
  serveStaff([aMember("vera", { enrolled_at: null }), aMember("ann", { role: "admin" })]);
  const link = { path: "/operator/enrol#abc", expires_at: 1_700_086_400 };
  serve("post", "/operator/staff/{staff_id}/link", link, 201);
  const user = renderPage(<StaffPage />);

  await user.click(await screen.findByRole("button", { name: "Create enrollment link for vera" }));
  const handover = await openDialog("Enrollment link");
  await user.click(handover.getByRole("button", { name: "Show enrollment link" }));
  expect(handover.getByText(`${location.origin}/operator/enrol#abc`)).toBeVisible();
  await user.keyboard("{Escape}");
  await user.click(handover.getByRole("button", { name: "I’ve handed it over" }));

  await waitFor(() => expect(screen.queryByText(/enrol#abc/)).toBeNull());
});

test("where no second admin is there, the command for the shell is shown; oneself is left alone", async () => {
  serveStaff([aMember("sam"), aMember("ann", { role: "admin" })]);
  const command = "clearwater staff deactivate --login sam";
  serveProblem("patch", "/operator/staff/{staff_id}", { status: 409, code: "STATE_CONFLICT", command });
  const user = renderPage(<StaffPage />);

  expect(await screen.findByText("clearwater staff create --login NAME --role admin")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Change sam" }));
  expect(screen.queryByRole("button", { name: "Change ann", hidden: true })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "Deactivate" }));
  const question = await openDialog("Deactivate sam?");
  await user.click(question.getByRole("button", { name: "Propose" }));

  expect(await question.findByText(command)).toBeVisible();
});
