import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Sparkline } from "./sparkline";

test.each([
  [[1, 2], "BTC: rising"],
  [[2, 1], "BTC: falling"],
  [[2, 2], "BTC: unchanged"],
])("the name of the line through %o is %j", (values, name) => {
  render(<Sparkline values={values} label="BTC" />);

  expect(screen.getByRole("img")).toHaveAccessibleName(name);
});
