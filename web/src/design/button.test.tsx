import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { IconButton } from "./icon-button";

test("a press calls the handler once", async () => {
  const onClick = vi.fn();
  render(<Button onClick={onClick}>Save</Button>);

  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(onClick).toHaveBeenCalledTimes(1);
});

test("a pending button keeps its name and the focus but takes no press", async () => {
  const onClick = vi.fn();
  render(
    <Button pending onClick={onClick}>
      Save
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Save", busy: true });

  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(button);

  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(onClick).not.toHaveBeenCalled();
});

test("a pending submit button does not submit its form again", async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (pending: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" pending={pending}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(false));

  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ada{Enter}");
  rerender(form(true));
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "{Enter}");

  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("a button inside a form does not submit it unless asked to", async () => {
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button>Clear</Button>
    </form>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Clear" }));

  expect(onSubmit).not.toHaveBeenCalled();
});

test("an icon button is named by its label and refuses presses while pending", async () => {
  const onClick = vi.fn();
  const { rerender } = render(<IconButton icon="x" label="Close" onClick={onClick} />);

  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  rerender(<IconButton icon="x" label="Close" pending onClick={onClick} />);
  await userEvent.click(screen.getByRole("button", { name: "Close", busy: true }));

  expect(onClick).toHaveBeenCalledTimes(1);
});
