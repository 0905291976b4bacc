import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Button } from "./button";
import { Popover } from "./popover";

test("the trigger opens the popover, Escape closes it and the focus returns", async () => {
  const user = userEvent.setup();
  render(
    <Popover trigger={<Button>Fees</Button>} title="How fees work">
      The maker pays less.
    </Popover>,
  );
  const trigger = screen.getByRole("button", { name: "Fees" });

  await user.click(trigger);
  expect(await screen.findByRole("dialog", { name: "How fees work" })).toHaveTextContent(
    "The maker pays less.",
  );

  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(trigger).toHaveFocus();
});
