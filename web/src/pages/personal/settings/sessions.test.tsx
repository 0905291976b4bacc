import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queries } from "@/api/queries";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderSettings } from "@/testing/render-settings";

function aSession(parts: object = {}) {
  return {
    id: "1",
    device: "Chrome on Linux",
    ip: "203.0.113.7",
    created_at: 1_700_000_000,
    last_seen_at: 1_700_000_600,
    current: false,
    ...parts,
  };
}

const here = aSession({ id: "here", current: true });
const phone = aSession({ id: "phone", device: "Safari on iPhone" });
const noLogins = () => serve("get", "/v1/client/login-history", { items: [], next_cursor: null });

const aLogin = (id: string, outcome: string) => ({
  id,
  at: 1_700_000_000,
  device: "Firefox on Windows",
  ip: "198.51.100.9",
  outcome,
});

test("every session is listed, this one first and without a way to end it", async () => {
  noLogins();
  serve("get", "/v1/client/sessions", { items: [phone, here], next_cursor: null });
  renderSettings("sessions");

  const badge = await screen.findByText("This device");
  const rows = screen.getAllByRole("listitem").filter((row) => row.textContent?.includes("203.0.113.7"));
  expect(rows[0]).toContainElement(badge);
  expect(screen.getByRole("button", { name: "Sign out Safari on iPhone" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sign out Chrome on Linux" })).toBeNull();
});

test("a session elsewhere is ended and leaves the list", async () => {
  noLogins();
  serve("get", "/v1/client/sessions", { items: [here, phone], next_cursor: null });
  const ended = serve("delete", "/v1/client/sessions/{session_id}", () => {
    serve("get", "/v1/client/sessions", { items: [here], next_cursor: null });
    return new Response(null, { status: 204 });
  });
  const { user } = renderSettings("sessions");

  await user.click(await screen.findByRole("button", { name: "Sign out Safari on iPhone" }));

  expect(await screen.findByText("Safari on iPhone signed out")).toBeVisible();
  expect(ended.map((request) => new URL(request.url).pathname)).toEqual(["/api/v1/client/sessions/phone"]);
  await expect.poll(() => screen.queryByRole("button", { name: "Sign out Safari on iPhone" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Sign out all others" })).toBeNull();
});

test("all other sessions are ended together, after a confirmation", async () => {
  noLogins();
  serve("get", "/v1/client/sessions", { items: [here, phone], next_cursor: null });
  const ended = serve("delete", "/v1/client/sessions", () => {
    serve("get", "/v1/client/sessions", { items: [here], next_cursor: null });
    return new Response(null, { status: 204 });
  });
  const { user } = renderSettings("sessions");

  await user.click(await screen.findByRole("button", { name: "Sign out all others" }));
  expect(ended).toHaveLength(0);
  const dialog = within(await screen.findByRole("dialog", { name: "Sign out all other devices?" }));
  await user.click(dialog.getByRole("button", { name: "Sign out all others" }));

  expect(await screen.findByText("All other devices signed out")).toBeVisible();
  expect(ended).toHaveLength(1);
});

test("lists that cannot be loaded offer another try", async () => {
  serveProblem("get", "/v1/client/login-history", { status: 422, code: "ANY" });
  serveProblem("get", "/v1/client/sessions", { status: 422, code: "ANY" });
  const { user } = renderSettings("sessions");

  const [retry] = await screen.findAllByRole("button", { name: "Try again" });
  serve("get", "/v1/client/sessions", { items: [here], next_cursor: null });
  if (retry) await user.click(retry);

  expect(await screen.findByText("This device")).toBeVisible();
});

test("the history says how each try ended and goes on where it stops", async () => {
  serve("get", "/v1/client/sessions", { items: [here], next_cursor: null });
  const asked = serve("get", "/v1/client/login-history", ({ request }) =>
    new URL(request.url).searchParams.get("cursor") === "more"
      ? { items: [aLogin("1", "wrong_second_factor")], next_cursor: null }
      : {
          items: [aLogin("3", "success"), aLogin("2", "wrong_password")],
          next_cursor: "more",
        },
  );
  const { user } = renderSettings("sessions");

  const table = within(await screen.findByRole("table", { name: "Sign-in attempts, newest first" }));
  expect(table.getByText("Signed in")).toBeVisible();
  expect(table.getByText("Incorrect password")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show more" }));

  expect(await table.findByText("Incorrect 2FA code")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(asked).toHaveLength(2);
});

test("a new try to sign in leaves the rows of earlier ones as they are", async () => {
  serve("get", "/v1/client/sessions", { items: [here], next_cursor: null });
  const earlier = aLogin("1", "wrong_password");
  serve("get", "/v1/client/login-history", { items: [earlier], next_cursor: null });
  renderSettings("sessions");
  const row = (await screen.findByText("Incorrect password")).closest("tr");

  const items = [aLogin("2", "wrong_second_factor"), earlier];
  serve("get", "/v1/client/login-history", { items, next_cursor: null });
  await act(() => queries.invalidateQueries());

  expect(await screen.findByText("Incorrect 2FA code")).toBeVisible();
  expect(screen.getByText("Incorrect password").closest("tr")).toBe(row);
});
