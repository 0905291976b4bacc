import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Dialog, type DialogProps } from "./dialog";

function Example(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog title="Transfer" open={open} onClose={() => setOpen(false)} {...props}>
        {props.children ?? <p>Content</p>}
      </Dialog>
    </>
  );
}

async function openDialog(props: Partial<DialogProps> = {}) {
  const user = userEvent.setup();
  render(<Example {...props} />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Transfer" }) };
}

const expectClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("closing hands the focus back to the opener", async () => {
  const { user } = await openDialog();

  await user.click(screen.getByRole("button", { name: "Close" }));

  await expectClosed();
  await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
});

test("Escape closes the dialog", async () => {
  const { user } = await openDialog();

  await user.keyboard("{Escape}");

  await expectClosed();
});

test("with closeOnEscape off, Escape does nothing", async () => {
  const onClose = vi.fn();
  const { user, dialog } = await openDialog({ closeOnEscape: false, onClose });

  await user.keyboard("{Escape}");

  expect(onClose).not.toHaveBeenCalled();
  expect(dialog).toBeVisible();
});

test("a dialog that is not closable has no close button", async () => {
  await openDialog({ closable: false, footer: <button type="button">Done</button> });

  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});

test("the first field has the focus, not the close button before it", async () => {
  await openDialog({ children: <input aria-label="Amount" /> });

  await waitFor(() => expect(screen.getByRole("textbox", { name: "Amount" })).toHaveFocus());
});

test("a maximized dialog offers to be restored, and a restored one to be maximized", async () => {
  const { user } = await openDialog({ maximizable: true });

  await user.click(screen.getByRole("button", { name: "Maximize" }));
  expect(screen.queryByRole("button", { name: "Maximize" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(screen.getByRole("button", { name: "Maximize" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});

test("the header drags the dialog, never out of the window, and maximising puts it back", async () => {
  Element.prototype.setPointerCapture = vi.fn();
  const { user, dialog } = await openDialog({ draggable: true, maximizable: true });
  const box = new DOMRect(300, 200, 400, 300);
  vi.spyOn(dialog, "getBoundingClientRect").mockReturnValue(box);
  vi.stubGlobal("innerWidth", 1000);
  vi.stubGlobal("innerHeight", 800);
  const title = screen.getByRole("heading", { name: "Transfer" });

  fireEvent.pointerDown(title, { button: 0, clientX: 400, clientY: 220 });
  fireEvent.pointerMove(title, { clientX: 480, clientY: 280 });
  expect(dialog).toHaveStyle({ translate: "80px 60px" });

  fireEvent.pointerMove(title, { clientX: 5000, clientY: -5000 });
  expect(dialog).toHaveStyle({ translate: "300px -200px" });

  fireEvent.pointerUp(title);
  fireEvent.pointerMove(title, { clientX: 0, clientY: 0 });
  expect(dialog).toHaveStyle({ translate: "300px -200px" });

  await user.click(screen.getByRole("button", { name: "Maximize" }));
  expect(dialog).toHaveStyle({ translate: "0px 0px" });
});
