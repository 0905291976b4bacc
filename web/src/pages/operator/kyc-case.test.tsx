import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { aCase, renderKycReview, serveCases } from "@/testing/kyc-review";

const heading = (name: string) => screen.findByRole("heading", { level: 2, name });
const approve = () => screen.findByRole("button", { name: "Approve" });
const bodies = (requests: Request[]) => Promise.all(requests.map((request) => request.json()));

test("A approves, and the next who waits is open and has the focus", async () => {
  const { approved } = serveCases(aCase("a", "Ada"), aCase("b", "Bob"), aCase("c", "Cleo"));
  const { user, location } = renderKycReview("/operator/kyc/b");
  await heading("Bob King Lovelace");
  await expect.poll(approve).toBeEnabled();

  await user.keyboard("a");

  expect(await heading("Cleo King Lovelace")).toHaveFocus();
  expect(location()).toBe("/operator/kyc/c");
  expect(approved.map(({ url }) => new URL(url).pathname)).toEqual(["/api/operator/kyc/b/approve"]);
  await expect.poll(() => screen.queryByRole("link", { name: /Bob/ })).toBeNull();
});

test("nobody is approved before every picture is on the screen", async () => {
  const { approved } = serveCases(aCase("a", "Ada"));
  serveProblem("get", "/v1/file/{file_id}", { status: 404, code: "NOT_FOUND" });
  const { user } = renderKycReview("/operator/kyc/a");
  await screen.findByRole("button", { name: "Reload: Selfie" });

  await user.keyboard("a");

  expect(await approve()).toBeDisabled();
  expect(screen.getByText("You can approve once all photos have loaded.")).toBeVisible();
  expect(approved).toHaveLength(0);
});

test("R rejects with a reason whose message can be edited; keys are letters while one types", async () => {
  const { approved, rejected } = serveCases(aCase("a", "Ada"));
  const { user, location } = renderKycReview("/operator/kyc/a");
  await heading("Ada King Lovelace");

  await user.keyboard("r");
  const dialog = await screen.findByRole("dialog", { name: "Reject Ada King Lovelace?" });
  const send = within(dialog).getByRole("button", { name: "Reject" });
  const message = within(dialog).getByLabelText("Message to the client");
  await user.click(send);
  expect(await within(dialog).findByText("Choose a reason.")).toBeVisible();
  await user.click(within(dialog).getByLabelText("Blurry"));
  await user.click(within(dialog).getByLabelText("Cut off"));
  expect(message).toHaveValue("Retake it with all four corners visible.");
  await user.clear(message);
  await user.type(message, "ajar");
  await user.click(within(dialog).getByLabelText("Reflection"));
  expect(message).toHaveValue("ajar");
  await user.click(send);

  await expect.poll(location).toBe("/operator/kyc");
  expect(await screen.findByText("Queue is empty")).toBeVisible();
  expect(await bodies(rejected)).toEqual([{ reason: "glare", message: "ajar" }]);
  expect(approved).toHaveLength(0);
});

test("what the server says about the message stands at the message", async () => {
  serveCases(aCase("a", "Ada"));
  serveProblem("post", "/operator/kyc/{client_id}/reject", {
    status: 422,
    code: "VALIDATION_FAILED",
    errors: [{ field: "message", code: "pattern", message: "No control characters." }],
  });
  const { user } = renderKycReview("/operator/kyc/a");
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByLabelText("Blurry"));
  await user.click(within(dialog).getByRole("button", { name: "Reject" }));

  expect(await within(dialog).findByText("No control characters.")).toBeVisible();
});

test("a case that somebody else has decided says so and is reloaded", async () => {
  const { known, looks } = serveCases(aCase("a", "Ada"), aCase("b", "Bob"));
  serve("post", "/operator/kyc/{client_id}/approve", () => {
    known.set("a", aCase("a", "Ada", { status: "rejected" }));
    return problemResponse({ status: 409, code: "STATE_CONFLICT" });
  });
  const { user, location } = renderKycReview("/operator/kyc/a");
  await expect.poll(approve).toBeEnabled();

  await user.click(await approve());

  expect(
    await screen.findByText("Someone else already decided this case. Showing the current state."),
  ).toBeVisible();
  expect(await screen.findByText(/^Rejected\. The case returns to the queue/)).toBeVisible();
  expect(location()).toBe("/operator/kyc/a");
  expect(looks).toHaveLength(2);
});

test("an approval is revoked with a message, after a question", async () => {
  const { revoked } = serveCases(aCase("a", "Ada", { status: "approved" }));
  const { user, location } = renderKycReview("/operator/kyc/a?status=approved");
  await user.click(await screen.findByRole("button", { name: "Revoke approval" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Message to the client"), "Please send it again.");
  await user.click(within(dialog).getByRole("button", { name: "Revoke" }));

  expect(await screen.findByText(/^Approval revoked/)).toBeVisible();
  expect(await bodies(revoked)).toEqual([{ message: "Please send it again." }]);
  expect(location()).toBe("/operator/kyc/a?status=approved");
});
