import { expect, test } from "vitest";
import { type Grip, HALF_HEIGHT, placesOf } from "./order-places";

const ROOM = { width: 700, top: 40, bottom: 288 };

const aGrip = (y: number, width = 100): Grip => ({ y, width, isOutside: y < 0 || y > 300 });

/** Pairs of handles that overlap. */
function overlaps(grips: readonly Grip[], room = ROOM): [number, number][] {
  const places = placesOf(grips, room).map((place, at) => ({ ...place, width: grips[at]?.width ?? 0 }));
  return places.flatMap((one, at) =>
    places
      .slice(at + 1)
      .flatMap((other, more): [number, number][] =>
        Math.abs(one.y - other.y) < 2 * HALF_HEIGHT &&
        one.x < other.x + other.width &&
        other.x < one.x + one.width
          ? [[at, at + 1 + more]]
          : [],
      ),
  );
}

test("a grip stands at its price", () => {
  expect(placesOf([aGrip(150)], ROOM)).toEqual([{ x: 420, y: 150 }]);
});

test("orders whose prices are close stand beside each other, each at its price", () => {
  const places = placesOf([aGrip(150), aGrip(152), aGrip(155)], ROOM);

  expect(places).toEqual([
    { x: 420, y: 150 },
    { x: 316, y: 152 },
    { x: 524, y: 155 },
  ]);
});

test("a price outside of the view waits at its edge, below the legend", () => {
  expect(placesOf([aGrip(-900), aGrip(2_000)], ROOM).map(({ y }) => y)).toEqual([40, 288]);
});

test("where a row at the edge is full, the next one begins", () => {
  const grips = Array.from({ length: 12 }, () => aGrip(-900));

  expect(overlaps(grips)).toEqual([]);
  expect(new Set(placesOf(grips, ROOM).map(({ y }) => y))).toEqual(new Set([40, 64]));
});

test("those outside of the view make way for those inside", () => {
  const grips = [aGrip(-900), aGrip(45)];

  expect(placesOf(grips, ROOM)[1]).toEqual({ x: 420, y: 45 });
  expect(overlaps(grips)).toEqual([]);
});

test("on a phone nothing stands outside of the chart", () => {
  const room = { width: 270, top: 60, bottom: 200 };
  const grips = Array.from({ length: 8 }, (_, at) => aGrip(at % 2 ? -900 : 2_000, 120));

  expect(overlaps(grips, room)).toEqual([]);
  for (const { x, y } of placesOf(grips, room)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + 120).toBeLessThanOrEqual(room.width);
    expect(y).toBeGreaterThanOrEqual(room.top);
    expect(y).toBeLessThanOrEqual(room.bottom);
  }
});

test("where there is no room left at all, no two stand in the same place", () => {
  const room = { width: 270, top: 60, bottom: 200 };
  const places = placesOf(
    Array.from({ length: 40 }, () => aGrip(150, 120)),
    room,
  );

  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(40);
});
