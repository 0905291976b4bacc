import { expect, test } from "vitest";
import { changedLines } from "./changed-lines";

test("only lines with another value are listed, with both values", () => {
  const before = [
    { what: "Name", value: "Starter" },
    { what: "Maker fee", value: "0.10%" },
  ];
  const after = [
    { what: "Name", value: "Starter" },
    { what: "Maker fee", value: "0.08%" },
  ];

  expect(changedLines(before, after)).toEqual([{ what: "Maker fee", before: "0.10%", after: "0.08%" }]);
  expect(changedLines(before, before)).toEqual([]);
});
