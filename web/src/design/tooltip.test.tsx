import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Button } from "./button";
import { Tooltip } from "./tooltip";

test("focusing the control shows and speaks the addition; Escape takes it away", async () => {
  const user = userEvent.setup();
  render(
    <Tooltip text="Placed orders stay open.">
      <Button>Pause</Button>
    </Tooltip>,
  );

  await user.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Placed orders stay open.");
  expect(screen.getByRole("button", { name: "Pause" })).toHaveAccessibleDescription(
    "Placed orders stay open.",
  );

  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});
