import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { stubCredentials } from "@/testing/credentials";
import { serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, fill, renderSettings } from "@/testing/render-settings";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const codes = Array.from({ length: 10 }, (_, index) => `aaaaa-bbbb${index}`);
const setup = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Clearwater:ada?secret=JBSWY3DPEHPK3PXP" };

beforeEach(() => {
  serve("get", "/v1/client/passkeys", { items: [], next_cursor: null });
});

const openDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function enterCode(user: ReturnType<typeof renderSettings>["user"], code: string) {
  await user.click(screen.getByLabelText("Code from the app"));
  await user.paste(code);
}

test("an app learns the secret, proves it, and the recovery codes are shown once", async () => {
  serve("post", "/v1/client/totp", setup);
  const confirmed = serve("patch", "/v1/client/totp", { recovery_codes: codes });
  const { account, user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Set up app" }));
  const dialog = await openDialog("Set up your authenticator app");
  expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(dialog.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();

  account.client = { ...account.client, security: { totp: true, passkeys: 0 } };
  await enterCode(user, "123456");

  const kept = await openDialog("Save your recovery codes");
  expect(await bodiesOf(confirmed)).toEqual([{ code: "123456" }]);
  const list = within(kept.getByRole("list", { name: "Recovery codes" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual(codes);

  await user.keyboard("{Escape}");
  expect(kept.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  const done = kept.getByRole("button", { name: "Done" });
  expect(done).toBeDisabled();
  await user.click(kept.getByRole("checkbox", { name: "I’ve stored these codes in a safe place" }));
  await user.click(done);

  await waitFor(() => expect(screen.queryByText(codes[0] ?? "")).toBeNull());
  expect(await screen.findByRole("button", { name: "Remove app" })).toBeVisible();
});

test("the recovery codes can be copied and downloaded", async () => {
  serve("post", "/v1/client/totp", setup);
  serve("patch", "/v1/client/totp", { recovery_codes: codes });
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Set up app" }));
  await openDialog("Set up your authenticator app");
  await enterCode(user, "123456");
  const dialog = await openDialog("Save your recovery codes");
  await user.click(dialog.getByRole("button", { name: "Copy codes" }));
  expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));

  await user.click(dialog.getByRole("button", { name: "Download codes" }));
  expect(click).toHaveBeenCalledOnce();
  expect(await saved[0]?.text()).toBe(
    `Recovery codes for Clearwater. Each code works once.\n\n${codes.join("\n")}\n`,
  );
});

test("a wrong first code is said, and nothing is on yet", async () => {
  serve("post", "/v1/client/totp", setup);
  serveProblem("patch", "/v1/client/totp", { status: 422, code: "CODE_INVALID", attempts_left: 4 });
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Set up app" }));
  const dialog = await openDialog("Set up your authenticator app");
  await enterCode(user, "000000");

  expect(await dialog.findByText(/Incorrect code\. Check that your phone’s clock/)).toBeVisible();
  expect(dialog.getByLabelText("Code from the app")).toHaveValue("");
});

function aPasskey(parts: object = {}) {
  return { id: "7d1", name: "Laptop", created_at: 1_700_000_000, last_used_at: null, ...parts };
}

function stubPasskeys() {
  const create = vi.fn(async () => ({
    id: "AQI",
    rawId: bytes(1, 2),
    type: "public-key",
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes(3), attestationObject: bytes(4, 5) },
  }));
  stubCredentials({ create });
  serve("post", "/v1/client/passkeys/options", {
    rp: { id: "localhost", name: "Clearwater" },
    user: { id: "BwgJ", name: "ada", displayName: "ada" },
    challenge: "CgsM",
    pubKeyCredParams: [],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  });
  return create;
}

test("a passkey is made by the browser, named and listed", async () => {
  stubPasskeys();
  const made = serve("post", "/v1/client/passkeys", aPasskey(), 201);
  const { account, user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Add passkey" }));
  const dialog = await openDialog("Add a passkey");
  await fill(user, dialog.getByLabelText("Name"), "Laptop");
  serve("get", "/v1/client/passkeys", { items: [aPasskey()], next_cursor: null });
  account.client = { ...account.client, security: { totp: false, passkeys: 1 } };
  await user.click(dialog.getByRole("button", { name: "Create passkey" }));

  expect(await screen.findByText("Passkey Laptop added")).toBeVisible();
  expect(await bodiesOf(made)).toMatchObject([
    { name: "Laptop", credential: { id: "AQI", response: { attestationObject: "BAU" } } },
  ]);
  expect(await screen.findByRole("button", { name: "Remove passkey Laptop" })).toBeVisible();
});

test("a passkey that the browser did not make says why", async () => {
  const create = stubPasskeys();
  create.mockRejectedValueOnce(new DOMException("", "InvalidStateError"));
  const { user } = renderSettings("security");

  await user.click(await screen.findByRole("button", { name: "Add passkey" }));
  const dialog = await openDialog("Add a passkey");
  await user.click(dialog.getByRole("button", { name: "Create passkey" }));

  expect(await dialog.findByText("This device already has a passkey for your account.")).toBeVisible();
});

test("a passkey is removed after a question", async () => {
  stubPasskeys();
  serve("get", "/v1/client/passkeys", { items: [aPasskey()], next_cursor: null });
  const removed = serve("delete", "/v1/client/passkeys/{passkey_id}", null, 204);
  const { account, user } = renderSettings("security", { security: { totp: false, passkeys: 1 } });

  await user.click(await screen.findByRole("button", { name: "Remove passkey Laptop" }));
  const dialog = await openDialog("Remove passkey Laptop?");
  serve("get", "/v1/client/passkeys", { items: [], next_cursor: null });
  account.client = { ...account.client, security: { totp: false, passkeys: 0 } };
  await user.click(dialog.getByRole("button", { name: "Remove passkey" }));

  expect(await screen.findByText("Passkey removed")).toBeVisible();
  expect(removed.map((request) => new URL(request.url).pathname)).toEqual(["/api/v1/client/passkeys/7d1"]);
  await waitFor(() => expect(screen.queryByText("Laptop")).toBeNull());
});

test("a browser without passkeys offers none", async () => {
  renderSettings("security");

  expect(await screen.findByRole("button", { name: "Add passkey" })).toBeDisabled();
  expect(screen.getByText("This browser doesn’t support passkeys here.")).toBeVisible();
});
