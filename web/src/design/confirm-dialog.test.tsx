import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog";

function renderQuestion(pending = false) {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  render(
    <ConfirmDialog
      open
      title="Remove this key?"
      consequences={["Programs that use it stop working immediately."]}
      confirmLabel="Remove key"
      severity="error"
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  );
  return { user: userEvent.setup(), onConfirm, onCancel };
}

test("the question says what follows, and the harmless answer has the focus", async () => {
  renderQuestion();

  expect(screen.getByText("Programs that use it stop working immediately.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
});

test("each answer calls its own handler", async () => {
  const { user, onConfirm, onCancel } = renderQuestion();

  await user.click(screen.getByRole("button", { name: "Remove key" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onCancel).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test("while the answer is carried out it can neither be given again nor escaped", async () => {
  const { user, onConfirm, onCancel } = renderQuestion(true);

  await user.click(screen.getByRole("button", { name: "Remove key" }));
  await user.keyboard("{Escape}");

  expect(onConfirm).not.toHaveBeenCalled();
  expect(onCancel).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});
