import { act, renderHook, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { QueryProvider } from "@/api/query-provider";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { CHART_KEY, useChartSettings } from "./use-chart-settings";

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
