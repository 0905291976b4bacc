import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Change } from "./change";

test("a rise shows its arrow beside the percentage and is read as up", () => {
  const { container } = render(<Change value="0.018" />);

  expect(container).toHaveTextContent("up ▲1.80%");
});

test("a fall shows its arrow and is read as down", () => {
  const { container } = render(<Change value="-0.018" />);

  expect(container).toHaveTextContent("down ▼1.80%");
});

test("no change has no arrow", () => {
  const { container } = render(<Change value="0" />);

  expect(container).toHaveTextContent(/^0\.00%$/);
});
