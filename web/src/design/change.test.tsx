import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Change } from "./change";

test("a rise shows its arrow beside the percentage, in the colour of buying, and is read as up", () => {
  const { container } = render(<Change value="0.018" />);

  expect(container).toHaveTextContent("up ▲1.80%");
  expect(container.firstChild).toHaveClass("text-buy");
});

test("a fall shows its arrow, in the colour of selling, and is read as down", () => {
  const { container } = render(<Change value="-0.018" />);

  expect(container).toHaveTextContent("down ▼1.80%");
  expect(container.firstChild).toHaveClass("text-sell");
});

test("no change has neither arrow nor colour of its own", () => {
  const { container } = render(<Change value="0" />);

  expect(container).toHaveTextContent(/^0\.00%$/);
  expect(container.firstChild).toHaveClass("text-ink-2");
});
