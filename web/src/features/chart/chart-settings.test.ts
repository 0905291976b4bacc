import { expect, test } from "vitest";
import { parseChartSettings } from "./chart-settings";
import { anIndicator, completed, indicatorLabel } from "./indicator-catalogue";

test("whoever has chosen nothing gets candles of 15 minutes with volume", () => {
  expect(parseChartSettings(null)).toEqual({
    interval: "15m",
    style: "candles",
    volume: true,
    orders: true,
    fills: true,
    logarithmic: false,
    indicators: [],
  });
});

test("what was chosen is found again", () => {
  const chosen = {
    interval: "1w",
    style: "heikin_ashi",
    volume: false,
    orders: false,
    fills: false,
    logarithmic: true,
    indicators: [{ id: "ma-1", kind: "ma", numbers: [7], colours: ["sell"] }],
  };

  expect(parseChartSettings(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
});

test("what nobody can have chosen is left out", () => {
  const odd = {
    interval: "2h",
    style: 4,
    indicators: [{ kind: "magic" }, null, { kind: "rsi", numbers: ["x"] }],
  };

  const settings = parseChartSettings(odd);

  expect(settings.interval).toBe("15m");
  expect(settings.style).toBe("candles");
  expect(settings.indicators).toEqual([{ id: "rsi-1", kind: "rsi", numbers: [], colours: [] }]);
});

test("there are at most ten indicators", () => {
  const indicators = Array.from({ length: 30 }, () => ({ kind: "ema" }));

  expect(
    parseChartSettings({ indicators })
      .indicators.map(({ id }) => id)
      .at(-1),
  ).toBe("ema-10");
});

test("two indicators of one kind have names of their own", () => {
  const first = anIndicator("ma", []);

  expect(first).toEqual({ id: "ma-1", kind: "ma", numbers: [20], colours: ["warn"] });
  expect(anIndicator("ma", [first]).id).toBe("ma-2");
});

test("numbers are brought to what a parameter may be", () => {
  const kept = { id: "bollinger-1", kind: "bollinger" as const, numbers: [0, 2.2], colours: [] };

  expect(completed(kept).numbers).toEqual([1, 2]);
  expect(completed({ ...kept, numbers: [9_999] }).numbers).toEqual([500, 2]);
  expect(completed({ ...kept, kind: "vwap", numbers: [3] }).numbers).toEqual([1]);
});

test("an indicator is called by its kind and its numbers", () => {
  expect(indicatorLabel(anIndicator("macd", []))).toBe("MACD 12 26 9");
  expect(indicatorLabel(anIndicator("vwap", []))).toBe("VWAP Day");
});
