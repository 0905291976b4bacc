import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Sparkline } from "./sparkline";

test.each([
  [[1, 2], "BTC: rising", "text-buy"],
  [[2, 1], "BTC: falling", "text-sell"],
  [[2, 2], "BTC: unchanged", "text-ink-3"],
])("the line through %o is said and coloured by the way it went", (values, name, colour) => {
  render(<Sparkline values={values} label="BTC" />);

  expect(screen.getByRole("img", { name })).toHaveClass(colour);
});
