import { expect, test } from "vitest";
import { contrast, isHexColour, readableOn } from "./contrast";

const SHELF = "#151d27";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#777777", "#777777", 1],
  ["#777777", "#ffffff", 4.48],
  ["#ff0000", "#ffffff", 4],
])("%s and %s stand %f apart", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
});

test.each(["#35d0ba", "#ffd400", "#ffffff", "#ff8800"])("%s can be read and stays as it is", (colour) => {
  expect(readableOn(SHELF, colour)).toBe(colour);
});

test.each([
  ["#000000", "#858585"],
  ["#0000ff", "#7373ff"],
  ["#1d4ed8", "#5c80e3"],
])("%s is too dark and becomes %s, which can just be read", (colour, lighter) => {
  expect(readableOn(SHELF, colour)).toBe(lighter);
  expect(contrast(lighter, SHELF)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(lighter, SHELF)).toBeLessThan(4.7);
});

test("every colour can be read afterwards", () => {
  const steps = ["00", "33", "66", "99", "cc", "ff"];
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps)
        expect(contrast(readableOn(SHELF, `#${red}${green}${blue}`), SHELF)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ["#35d0ba", true],
  ["#35D0BA", true],
  ["#fff", false],
  ["red", false],
  ["", false],
  ["#35d0ba;x", false],
])("whether %j is a colour of six digits: %s", (text, isColour) => {
  expect(isHexColour(text)).toBe(isColour);
});
