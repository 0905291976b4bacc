import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { QueryProvider } from "@/api/query-provider";
import { setPersistedAccount } from "@/lib/persisted";
import { storeInOtherTab } from "@/testing/browser-storage";
import { aClient } from "@/testing/builders";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { accountSetting, useAccountSetting } from "./account-setting";
import { currentClientQuery } from "./client";
import { clearSession, startSession } from "./session";
import { writeToken } from "./token";

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

test("a choice that could not be saved is saved later, also by the next page", async () => {
  const { result, unmount } = show();
  serveAccount("1", "old");
  act(() => startSession("first"));
  await waitFor(() => expect(result.current).toBe("old"));
  const lost = serveNothing("patch", "/v1/client/site-data");
  act(() => setting.change("new"));
  await waitFor(() => expect(lost).toHaveLength(1));
  expect(localStorage.getItem("cw:account:1:unsaved-settings")).toBe('["color"]');

  // The account's older value does not win.
  unmount();
  queries.clear();
  const saved = serveAccount("1", "old");
  const next = show();
  await waitFor(() => expect(queries.getQueryData(currentClientQuery.queryKey)).toBeDefined());
  expect(next.result.current).toBe("new");
  act(() => void window.dispatchEvent(new Event("online")));

  await waitFor(() => expect(saved).toEqual([{ color: "new" }]));
  await waitFor(() => expect(localStorage.getItem("cw:account:1:unsaved-settings")).toBe("[]"));
  expect(next.result.current).toBe("new");
});

test("what an earlier page has left is saved as soon as the account is there", async () => {
  setPersistedAccount("1");
  storeInOtherTab("cw:account:1:favourites", '"new"');
  storeInOtherTab("cw:account:1:unsaved-settings", '["color"]');
  const saved = serveAccount("1", "old");
  writeToken("first");
  const { result } = show();

  await waitFor(() => expect(saved).toEqual([{ color: "new" }]));
  expect(result.current).toBe("new");
});

test("what the server will never take is not sent again", async () => {
  const { result } = show();
  serveAccount("1", "old");
  act(() => startSession("first"));
  await waitFor(() => expect(result.current).toBe("old"));
  const refused = serveProblem("patch", "/v1/client/site-data", { status: 422, code: "VALIDATION_FAILED" });

  act(() => setting.change("new"));

  await waitFor(() => expect(refused).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem("cw:account:1:unsaved-settings")).toBe("[]"));
});

test("without an answer it is tried again by itself", async () => {
  const { result } = show();
  serveAccount("1", "old");
  act(() => startSession("first"));
  await waitFor(() => expect(result.current).toBe("old"));
  const lost = serveNothing("patch", "/v1/client/site-data");

  act(() => setting.change("new"));

  await waitFor(() => expect(lost).toHaveLength(2), { timeout: 5_000 });
});
