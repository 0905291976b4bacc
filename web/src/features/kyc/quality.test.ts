import { expect, test } from "vitest";
import { findHints, type GreyPicture } from "./quality";

const LARGE = { width: 1600, height: 1000 };

/** A picture whose brightness is given pixel by pixel. */
function draw(brightnessAt: (x: number, y: number) => number): GreyPicture {
  const [width, height] = [64, 40];
  const brightness = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) brightness[y * width + x] = brightnessAt(x, y);
  }
  return { width, height, brightness };
}

const print = draw((x) => (x % 8 < 4 ? 40 : 220));

test("a large, bright and sharp picture has no hints", () => {
  expect(findHints(LARGE, print)).toEqual([]);
});

test("the shorter side decides whether a picture is small", () => {
  expect(findHints({ width: 1600, height: 599 }, print)).toEqual(["small"]);
  expect(findHints({ width: 600, height: 1600 }, print)).toEqual([]);
});

test("a picture taken at night is dark, however sharp", () => {
  expect(
    findHints(
      LARGE,
      draw((x) => (x % 8 < 4 ? 5 : 60)),
    ),
  ).toEqual(["dark"]);
});

test("smeared edges are blurred", () => {
  expect(
    findHints(
      LARGE,
      draw((x) => 130 + 90 * Math.sin((x / 64) * Math.PI * 2)),
    ),
  ).toEqual(["blurred"]);
});

test("a dark and empty picture has every warning", () => {
  expect(
    findHints(
      { width: 100, height: 100 },
      draw(() => 0),
    ),
  ).toEqual(["small", "dark", "blurred"]);
});
