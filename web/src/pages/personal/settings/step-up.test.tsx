import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aPasskey, PASSKEY_OPTIONS, stubCredentials } from "@/testing/credentials";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, fill, renderSettings } from "@/testing/render-settings";

/** A call that is rejected until the client has stepped up. */
function serveGuarded(methods: string[]) {
  const state = { isOpen: false };
  serve("get", "/v1/client/passkeys", { items: [], next_cursor: null });
  const calls = serve("delete", "/v1/client/totp", () =>
    state.isOpen
      ? new Response(null, { status: 204 })
      : problemResponse({ status: 403, code: "STEP_UP_REQUIRED", methods }),
  );
  return { state, calls };
}

async function removeApp(user: ReturnType<typeof renderSettings>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Remove app" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove the authenticator app?" }));
  await user.click(question.getByRole("button", { name: "Remove app" }));
  return within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));
}

test("a refused call asks for a code, and is made again once that is right", async () => {
  const { state, calls } = serveGuarded(["totp"]);
  const proofs = serve("post", "/v1/client/step-up", async () => {
    state.isOpen = true;
    return { until: 1_800_000_000 };
  });
  const { account, user } = renderSettings("security", { security: { totp: true, passkeys: 0 } });

  const dialog = await removeApp(user);
  account.client = { ...account.client, security: { totp: false, passkeys: 0 } };
  await user.click(dialog.getByLabelText("Code from your authenticator app"));
  await user.paste("123456");

  expect(await screen.findByText("Authenticator app removed")).toBeVisible();
  expect(await bodiesOf(proofs)).toEqual([{ totp: "123456" }]);
  expect(calls).toHaveLength(2);
  expect(await screen.findByRole("button", { name: "Set up app" })).toBeVisible();
});

test("a wrong code is said at its field, and the next one can be tried", async () => {
  const { state, calls } = serveGuarded(["totp"]);
  serveProblem("post", "/v1/client/step-up", { status: 401, code: "INVALID_CREDENTIALS" });
  const { user } = renderSettings("security", { security: { totp: true, passkeys: 0 } });

  const dialog = await removeApp(user);
  const input = dialog.getByLabelText("Code from your authenticator app");
  await user.click(input);
  await user.paste("111111");
  expect(await dialog.findByText("Incorrect or used code.")).toBeVisible();
  expect(input).toHaveValue("");
  expect(calls).toHaveLength(1);

  serve("post", "/v1/client/step-up", () => {
    state.isOpen = true;
    return { until: 1_800_000_000 };
  });
  await user.click(input);
  await user.paste("222222");
  expect(await screen.findByText("Authenticator app removed")).toBeVisible();
});

test("without a second factor the password will do", async () => {
  const { state } = serveGuarded(["password"]);
  const proofs = serve("post", "/v1/client/step-up", () => {
    state.isOpen = true;
    return { until: 1_800_000_000 };
  });
  const { user } = renderSettings("security", { security: { totp: true, passkeys: 0 } });

  const dialog = await removeApp(user);
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  expect(confirm).toBeDisabled();
  await fill(user, dialog.getByLabelText("Password"), "correct horse");
  await user.click(confirm);

  expect(await screen.findByText("Authenticator app removed")).toBeVisible();
  expect(await bodiesOf(proofs)).toEqual([{ password: "correct horse" }]);
});

test("whoever has both may show a passkey in place of a code", async () => {
  const get = vi.fn(async () => aPasskey());
  stubCredentials({ get });
  const { state } = serveGuarded(["totp", "passkey"]);
  serve("post", "/v1/client/step-up/options", PASSKEY_OPTIONS);
  const proofs = serve("post", "/v1/client/step-up", () => {
    state.isOpen = true;
    return { until: 1_800_000_000 };
  });
  const { user } = renderSettings("security", { security: { totp: true, passkeys: 1 } });

  const dialog = await removeApp(user);
  await user.click(dialog.getByRole("button", { name: "Use a passkey instead" }));
  get.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  await user.click(dialog.getByRole("button", { name: "Use a passkey" }));
  expect(await dialog.findByText(/No passkey received/)).toBeVisible();

  await user.click(dialog.getByRole("button", { name: "Use a passkey" }));
  expect(await screen.findByText("Authenticator app removed")).toBeVisible();
  expect(await bodiesOf(proofs)).toMatchObject([
    { credential: { id: "AQI", response: { signature: "BQ" } } },
  ]);
});

test("whoever closes the question leaves everything as it was, without an error", async () => {
  const { calls } = serveGuarded(["totp"]);
  const { user } = renderSettings("security", { security: { totp: true, passkeys: 0 } });

  const dialog = await removeApp(user);
  await user.click(dialog.getByRole("button", { name: "Close" }));

  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm it’s you" })).toBeNull());
  const question = within(await screen.findByRole("dialog", { name: "Remove the authenticator app?" }));
  await waitFor(() =>
    expect(question.getByRole("button", { name: "Remove app" })).not.toHaveAttribute("aria-busy"),
  );
  expect(question.queryByRole("alert")).toBeNull();
  expect(calls).toHaveLength(1);
});
