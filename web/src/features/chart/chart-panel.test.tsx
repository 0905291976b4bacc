import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ChartPanel } from "./chart-panel";
import { MAX_INDICATORS, parseChartSettings } from "./chart-settings";

const FULL = parseChartSettings({
  indicators: Array.from({ length: MAX_INDICATORS }, () => ({ kind: "ma" })),
});

function showPanel() {
  const close = vi.fn();
  render(
    <main>
      <button type="button">Elsewhere</button>
      <section>
        <ChartPanel name="indicators" settings={FULL} onChange={() => undefined} onClose={close} />
      </section>
    </main>,
  );
  return { user: userEvent.setup(), close };
}

test("the focus comes into the panel, also where nothing can be added", async () => {
  const { user, close } = showPanel();

  expect(screen.getByRole("combobox", { name: "Add indicator" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Close" })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});

test("Escape leaves the panel wherever the focus is", async () => {
  const { user, close } = showPanel();

  screen.getByRole("button", { name: "Elsewhere" }).focus();
  await user.keyboard("{Escape}");

  expect(close).toHaveBeenCalledOnce();
});
