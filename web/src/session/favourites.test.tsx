import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queries } from "@/api/queries";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { FAVOURITES_KEY, useFavourites } from "./favourites";
import { clearSession, startSession } from "./session";

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const show = () => renderHook(() => useFavourites(), { wrapper });
const inOtherTab = (symbols: string[]) =>
  act(() => {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify(symbols));
    window.dispatchEvent(new StorageEvent("storage", { key: FAVOURITES_KEY }));
  });

beforeEach(() => queries.clear());
afterEach(() => {
  const { unmount } = show();
  inOtherTab([]);
  unmount();
  clearSession();
});

test("a visitor's favourites stay in the browser, in every tab", () => {
  const { result } = show();

  act(() => result.current.toggle("BTC-USDT"));
  act(() => result.current.toggle("ETH-USDT"));
  act(() => result.current.toggle("BTC-USDT"));
  expect([...result.current.favourites]).toEqual(["ETH-USDT"]);
  expect(localStorage.getItem(FAVOURITES_KEY)).toBe('["ETH-USDT"]');

  inOtherTab(["SOL-USDT"]);
  expect([...result.current.favourites]).toEqual(["SOL-USDT"]);
});

test("a client's favourites come with the account and go there", async () => {
  let client = aClient({ site_data: { favourites: ["BTC-USDT"] } });
  serve("get", "/bff/auth/user", () => ({ client, transactions: [] }));
  const saved: unknown[] = [];
  serve("patch", "/v1/client/site-data", async ({ request }) => {
    const body = (await request.json()) as { favourites: string[] };
    saved.push(body);
    client = { ...client, site_data: body };
    return { client };
  });
  startSession("secret");
  const { result } = show();
  await waitFor(() => expect([...result.current.favourites]).toEqual(["BTC-USDT"]));

  act(() => result.current.toggle("ETH-USDT"));
  act(() => result.current.toggle("BTC-USDT"));

  expect([...result.current.favourites]).toEqual(["ETH-USDT"]);
  await waitFor(() => expect(saved).toEqual([{ favourites: ["ETH-USDT"] }]));
  expect([...result.current.favourites]).toEqual(["ETH-USDT"]);
});

test("a favourite that the account cannot take is kept here all the same", async () => {
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  const refused = serveProblem("patch", "/v1/client/site-data", { status: 503, code: "OVERLOADED" });
  startSession("secret");
  const { result } = show();

  act(() => result.current.toggle("BTC-USDT"));

  await waitFor(() => expect(refused).toHaveLength(1));
  expect([...result.current.favourites]).toEqual(["BTC-USDT"]);
});
