import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeRestricted, useRefusedLevel } from "@/session/restricted";
import { aClientLevel, someLevels } from "@/testing/builders";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, fill, renderSettings } from "@/testing/render-settings";

const key = {
  id: "1",
  name: "Bot",
  scopes: ["read"],
  suspended_scopes: [],
  ip_allow_list: ["203.0.113.0/24"],
  created_at: 1_700_000_000,
  last_used_at: null,
};

function serveLevels(rank: number) {
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
  serve("get", "/v1/client/level", aClientLevel({ rank }));
}

beforeEach(() => serveLevels(2));
afterEach(() => act(closeRestricted));

const list = (items: object[]) => serve("get", "/v1/client/api-keys", { items, next_cursor: null });
const openDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("without keys the list says what they are for", async () => {
  list([]);
  renderSettings("api-keys");

  expect(await screen.findByText("No API keys yet.")).toBeVisible();
});

test("after a demotion the list says which scopes are paused", async () => {
  list([{ ...key, scopes: ["read", "trade"], suspended_scopes: ["trade"] }]);
  renderSettings("api-keys");

  expect(await screen.findByText("Trade, paused")).toBeVisible();
  expect(screen.getByText("Read")).toBeVisible();
  expect(screen.getByText(/Paused: your membership level no longer allows this/)).toBeVisible();
});

test("a key is made as drafted and shown this once", async () => {
  list([]);
  const created = serve("post", "/v1/client/api-keys", { ...key, key: "cw_secret" }, 201);
  const { user } = renderSettings("api-keys");

  await user.click(await screen.findByRole("button", { name: "Create key" }));
  const dialog = await openDialog("Create an API key");
  await fill(user, dialog.getByLabelText("Name"), "Bot");
  await fill(user, dialog.getByLabelText("Allowed IP addresses"), "203.0.113.0/24\n198.51.100.7, ::1");
  list([key]);
  await user.click(dialog.getByRole("button", { name: "Create key" }));

  const shown = await openDialog("Your new API key");
  expect(await bodiesOf(created)).toEqual([
    { name: "Bot", scopes: ["read"], ip_allow_list: ["203.0.113.0/24", "198.51.100.7", "::1"] },
  ]);
  await user.click(shown.getByRole("button", { name: "Show API key" }));
  expect(shown.getByText("cw_secret")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(shown.getByText("cw_secret")).toBeVisible();

  await user.click(shown.getByRole("button", { name: "I’ve copied the key" }));
  await waitFor(() => expect(screen.queryByText("cw_secret")).toBeNull());
  expect(await screen.findByText("Only from 203.0.113.0/24")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Create key" }));
  expect(await openDialog("Create an API key")).toBeTruthy();
  expect(screen.queryByText("cw_secret")).toBeNull();
});

test("a draft is checked here, and each address by the server", async () => {
  list([]);
  serveProblem("post", "/v1/client/api-keys", {
    status: 422,
    code: "VALIDATION_FAILED",
    errors: [{ field: "ip_allow_list.0", code: "ip_address", message: "Send an address or a network." }],
  });
  const { user } = renderSettings("api-keys");

  await user.click(await screen.findByRole("button", { name: "Create key" }));
  const dialog = await openDialog("Create an API key");
  await user.click(dialog.getByRole("checkbox", { name: "Read" }));
  await user.click(dialog.getByRole("button", { name: "Create key" }));
  expect(await dialog.findByText("Enter a name.")).toBeVisible();
  expect(dialog.getByText("Select at least one permission.")).toBeVisible();

  await fill(user, dialog.getByLabelText("Name"), "Bot");
  await user.click(dialog.getByRole("checkbox", { name: "Read" }));
  await fill(user, dialog.getByLabelText("Allowed IP addresses"), "here");
  await user.click(dialog.getByRole("button", { name: "Create key" }));
  expect(await dialog.findByText("Send an address or a network.")).toBeVisible();
  expect(dialog.getByLabelText("Allowed IP addresses")).toBeInvalid();
});

test("making a key may need another proof, and keeps the draft meanwhile", async () => {
  list([]);
  let isOpen = false;
  const created = serve("post", "/v1/client/api-keys", () =>
    isOpen
      ? Response.json({ ...key, key: "cw_secret" }, { status: 201 })
      : problemResponse({ status: 403, code: "STEP_UP_REQUIRED", methods: ["password"] }),
  );
  serve("post", "/v1/client/step-up", () => {
    isOpen = true;
    return { until: 1_800_000_000 };
  });
  const { user } = renderSettings("api-keys");

  await user.click(await screen.findByRole("button", { name: "Create key" }));
  const dialog = await openDialog("Create an API key");
  await fill(user, dialog.getByLabelText("Name"), "Bot");
  await user.click(dialog.getByRole("button", { name: "Create key" }));
  const question = await openDialog("Confirm it’s you");
  await fill(user, question.getByLabelText("Password"), "correct horse");
  await user.click(question.getByRole("button", { name: "Confirm" }));

  expect(await openDialog("Your new API key")).toBeTruthy();
  expect((await bodiesOf(created)).map(({ name }) => name)).toEqual(["Bot", "Bot"]);
});

test("a key is removed after a question", async () => {
  list([key]);
  const removed = serve("delete", "/v1/client/api-keys/{key_id}", () => {
    list([]);
    return new Response(null, { status: 204 });
  });
  const { user } = renderSettings("api-keys");

  await user.click(await screen.findByRole("button", { name: "Remove key Bot" }));
  const dialog = await openDialog("Remove key Bot?");
  await user.click(dialog.getByRole("button", { name: "Remove key" }));

  expect(await screen.findByText("API key removed")).toBeVisible();
  expect(removed.map((request) => new URL(request.url).pathname)).toEqual(["/api/v1/client/api-keys/1"]);
  expect(await screen.findByText("No API keys yet.")).toBeVisible();
});

test("a permission above the client’s level says so, and cannot be chosen", async () => {
  list([]);
  serveLevels(1);
  const { user } = renderSettings("api-keys");
  await user.click(await screen.findByRole("button", { name: "Create key" }));
  const dialog = await openDialog("Create an API key");
  expect(await dialog.findByRole("link", { name: "Advanced level" })).toHaveAttribute("href", "/kyc-levels");
  expect(dialog.queryByRole("link", { name: "Starter level" })).toBeNull();

  await user.click(dialog.getByRole("checkbox", { name: "Trade" }));
  expect(dialog.getByRole("checkbox", { name: "Trade" })).toBeChecked();
  await user.click(dialog.getByRole("checkbox", { name: "Withdraw" }));

  expect(useRefusedLevel.getState()).toBe("advanced");
  expect(dialog.getByRole("checkbox", { name: "Withdraw" })).not.toBeChecked();
});
