import { act, renderHook, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { QueryProvider } from "@/api/query-provider";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { CHART_KEY, parseChartSettings, useChartSettings } from "./chart-settings";
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

const render = () => renderHook(useChartSettings, { wrapper: QueryProvider });
const kept = () => JSON.parse(localStorage.getItem(CHART_KEY) ?? "null");

beforeEach(() => {
  localStorage.clear();
  clearSession();
  queries.clear();
});

test("a visitor's choices stay in the browser", () => {
  const { result, unmount } = render();

  act(() => result.current[1]({ style: "area", volume: false }));
  unmount();

  expect(kept()).toMatchObject({ style: "area", volume: false });
  expect(render().result.current[0]).toMatchObject({ style: "area", volume: false });
});

test("a client finds the choices of another device", async () => {
  startSession("token");
  serve("get", "/bff/auth/user", {
    client: aClient({ site_data: { chart: { interval: "4h" } } }),
    transactions: [],
  });

  const { result } = render();

  await expect.poll(() => result.current[0].interval).toBe("4h");
  expect(kept()).toBeNull();
  expect(JSON.parse(localStorage.getItem(`cw:account:${aClient().id}:chart`) ?? "null")).toMatchObject({
    interval: "4h",
  });
});

test("the last of several quick choices is kept with the account", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  startSession("token");
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  const saved = serve("patch", "/v1/client/site-data", {
    client: aClient({ site_data: { chart: { style: "line" } } }),
  });
  const { result } = render();

  act(() => result.current[1]({ style: "bars" }));
  act(() => result.current[1]({ style: "line" }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();

  await expect.poll(() => saved).toHaveLength(1);
  expect(await saved[0]?.json()).toMatchObject({ chart: { style: "line", interval: "15m" } });
});

test("a choice that the account could not keep stays in the browser", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  startSession("token");
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  const refused = serveProblem("patch", "/v1/client/site-data", { status: 422, code: "VALIDATION_FAILED" });
  const { result } = render();

  act(() => result.current[1]({ logarithmic: true }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();

  await expect.poll(() => refused).toHaveLength(1);
  expect(result.current[0].logarithmic).toBe(true);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("another tab's choice shows here", () => {
  const { result } = render();

  localStorage.setItem(CHART_KEY, JSON.stringify({ style: "hollow" }));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: CHART_KEY })));

  expect(result.current[0].style).toBe("hollow");
});
