import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { QueryProvider } from "@/api/query-provider";
import { aClient } from "@/testing/builders";
import { serve } from "@/testing/fake-server";
import { accountSetting, useAccountSetting } from "./account-setting";
import { currentClientQuery } from "./client";
import { clearSession, startSession } from "./session";

type Color = string;

const setting = accountSetting<Color>({
  key: "cw:favourites",
  field: "color",
  parse: (stored) => (typeof stored === "string" ? stored : "none"),
});

const size = accountSetting<string>({
  key: "cw:chart",
  field: "size",
  parse: (stored) => (typeof stored === "string" ? stored : "none"),
});

const show = () => renderHook(() => useAccountSetting(setting), { wrapper: QueryProvider });
const stored = () =>
  Object.fromEntries(Object.entries({ ...localStorage }).filter(([key]) => key.endsWith("favourites")));

/** A fake account that stores the setting like the server. */
function serveAccount(id: string, color?: Color) {
  const saved: unknown[] = [];
  let site_data: Record<string, unknown> = color === undefined ? {} : { color };
  serve("get", "/bff/auth/user", () => ({ client: aClient({ id, site_data }), transactions: [] }));
  serve("patch", "/v1/client/site-data", async ({ request }) => {
    const change = (await request.json()) as Record<string, unknown>;
    saved.push(change);
    site_data = { ...site_data, ...change };
    return { client: aClient({ id, site_data }) };
  });
  return saved;
}

beforeEach(() => {
  localStorage.clear();
  queries.clear();
});
afterEach(() => act(clearSession));

test("signing out takes the account's choice along and brings back the visitor's", async () => {
  const { result } = show();
  act(() => setting.change("visitor's"));
  serveAccount("1", "account's");

  act(() => startSession("first"));
  await waitFor(() => expect(result.current).toBe("account's"));
  expect(stored()).toEqual({ "cw:favourites": '"visitor\'s"', "cw:account:1:favourites": '"account\'s"' });
  act(clearSession);

  expect(result.current).toBe("visitor's");
  expect(stored()).toEqual({ "cw:favourites": '"visitor\'s"' });
});

test("the next client neither sees nor saves what the last one and visitors have chosen", async () => {
  const { result } = show();
  act(() => setting.change("visitor's"));
  serveAccount("1", "first");
  act(() => startSession("first"));
  await waitFor(() => expect(result.current).toBe("first"));
  act(clearSession);

  const saved = serveAccount("2");
  act(() => startSession("second"));
  expect(result.current).toBe("none");
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(result.current).toBe("none");
  act(() => setting.change("second"));

  await waitFor(() => expect(saved).toEqual([{ color: "second" }]));
  act(clearSession);
  expect(result.current).toBe("visitor's");
});

test("a client's change that was not sent yet is not sent in the name of the next", async () => {
  const saved = serveAccount("1");
  const { result } = show();
  act(() => startSession("first"));
  act(() => setting.change("first"));

  act(() => startSession("second"));
  act(() => setting.change("second"));

  await waitFor(() => expect(saved).toEqual([{ color: "second" }]));
  expect(result.current).toBe("second");
});

test("copies of an account whose token has expired are gone at the next start", async () => {
  localStorage.setItem("cw:account:favourites", '"left over"');
  localStorage.setItem("cw:favourites", '"mine"');

  vi.resetModules();
  await import("./session");

  expect(stored()).toEqual({ "cw:favourites": '"mine"' });
});

test("an answer that comes late does not take back what another setting has saved since", async () => {
  let site_data: Record<string, unknown> = { color: "red", size: "small" };
  const answers: (() => void)[] = [];
  serve("get", "/bff/auth/user", () => ({ client: aClient({ id: "1", site_data }), transactions: [] }));
  serve("patch", "/v1/client/site-data", async ({ request }) => {
    site_data = { ...site_data, ...((await request.json()) as Record<string, unknown>) };
    const client = aClient({ id: "1", site_data });
    await new Promise<void>((resolve) => answers.push(resolve));
    return { client };
  });
  const color = show();
  const shownSize = renderHook(() => useAccountSetting(size), { wrapper: QueryProvider });
  act(() => startSession("first"));
  await waitFor(() => expect(shownSize.result.current).toBe("small"));

  act(() => setting.change("blue"));
  await waitFor(() => expect(answers).toHaveLength(1));
  act(() => size.change("large"));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await waitFor(() => expect(knownSiteData()).toMatchObject({ size: "large" }));
  answers[0]?.();
  await waitFor(() => expect(knownSiteData()).toMatchObject({ color: "blue" }));

  expect(knownSiteData()).toEqual({ color: "blue", size: "large" });
  expect([color.result.current, shownSize.result.current]).toEqual(["blue", "large"]);
});

test("a client that was loaded before a change does not bring the old choice back", async () => {
  let site_data: Record<string, unknown> = { color: "red" };
  let isHeld = false;
  let release = () => {};
  serve("get", "/bff/auth/user", async () => {
    const client = aClient({ id: "1", site_data });
    if (isHeld) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return { client, transactions: [] };
  });
  serve("patch", "/v1/client/site-data", async ({ request }) => {
    site_data = { ...site_data, ...((await request.json()) as Record<string, unknown>) };
    return { client: aClient({ id: "1", site_data }) };
  });
  const { result } = show();
  act(() => startSession("first"));
  await waitFor(() => expect(result.current).toBe("red"));
  isHeld = true;
  void queries.invalidateQueries(currentClientQuery);
  await waitFor(() => expect(queries.isFetching()).toBe(1));

  act(() => setting.change("blue"));
  await waitFor(() => expect(knownSiteData()).toEqual({ color: "blue" }));
  isHeld = false;
  release();
  await waitFor(() => expect(queries.isFetching()).toBe(0));

  expect(result.current).toBe("blue");
  expect(knownSiteData()).toEqual({ color: "blue" });
});

function knownSiteData() {
  return queries.getQueryData(currentClientQuery.queryKey)?.client.site_data;
}
