import { expect, test } from "vitest";
import { drag, keepInside, MAX_ZOOM, squareOf, WHOLE } from "./crop";

const wide = { width: 400, height: 200 };

test("at first the square is as large as the picture's shorter edge, in its middle", () => {
  expect(squareOf(wide, WHOLE)).toEqual({ left: 100, top: 0, edge: 200 });
});

test("zooming in takes a smaller square around the same middle", () => {
  expect(squareOf(wide, { ...WHOLE, zoom: 2 })).toEqual({ left: 150, top: 50, edge: 100 });
});

test("dragging the picture to the right uncovers what is left of the square, up to the edge", () => {
  const moved = drag(wide, WHOLE, 0.25, 0);
  expect(squareOf(wide, moved)).toEqual({ left: 50, top: 0, edge: 200 });

  const far = drag(wide, moved, 10, 10);
  expect(squareOf(wide, far)).toEqual({ left: 0, top: 0, edge: 200 });
});

test("zooming out at an edge moves the square back inside", () => {
  const corner = keepInside(wide, { x: 1, y: 1, zoom: 4 });
  expect(squareOf(wide, corner)).toEqual({ left: 350, top: 150, edge: 50 });

  expect(squareOf(wide, keepInside(wide, { ...corner, zoom: 1 }))).toEqual({ left: 200, top: 0, edge: 200 });
});

test("the zoom has its limits", () => {
  expect(keepInside(wide, { ...WHOLE, zoom: 100 }).zoom).toBe(MAX_ZOOM);
  expect(keepInside(wide, { ...WHOLE, zoom: 0 }).zoom).toBe(1);
});
