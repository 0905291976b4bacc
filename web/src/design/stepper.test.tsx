import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Stepper } from "./stepper";

test("only finished steps can be gone back to", async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  render(
    <Stepper label="Verification" steps={["Document", "Front", "Selfie"]} current={1} onSelect={onSelect} />,
  );
  const [, current] = screen.getAllByRole("listitem");
  expect(current).toHaveAttribute("aria-current", "step");
  expect(screen.getAllByRole("button")).toHaveLength(1);

  await user.click(screen.getByRole("button", { name: /Document/ }));

  expect(onSelect).toHaveBeenCalledExactlyOnceWith(0);
});
