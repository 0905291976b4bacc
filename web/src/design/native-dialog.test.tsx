import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { stubDialogs } from "@/testing/screen";
import { NativeDialog } from "./native-dialog";

beforeEach(stubDialogs);

test("a dialog inside another closes alone", async () => {
  const closeOuter = vi.fn();
  const closeInner = vi.fn();
  const renderBoth = (isInnerOpen: boolean) => (
    <NativeDialog open title="Order" onClose={closeOuter}>
      <NativeDialog open={isInnerOpen} title="Choose date" onClose={closeInner}>
        <p>November</p>
      </NativeDialog>
    </NativeDialog>
  );
  const { rerender } = render(renderBoth(true));
  expect(screen.getByText("November")).toBeVisible();

  rerender(renderBoth(false));

  expect(closeInner).toHaveBeenCalledTimes(1);
  expect(closeOuter).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(closeOuter).toHaveBeenCalledTimes(1);
});
