import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { connectToastView, type ShownToast } from "@/design/toast";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { renderPage } from "@/testing/render-page";
import { useSignOut } from "./use-sign-out";

vi.mock("@/session/client", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

afterEach(clearSession);

function SignOut() {
  const signOut = useSignOut();
  return (
    <button type="button" onClick={() => void signOut()}>
      Sign out
    </button>
  );
}

test("without a network and the code for calls to the server, this device is signed out all the same", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  startSession("secret");
  const shown: ShownToast[] = [];
  const disconnect = connectToastView({ show: (toast) => shown.push(toast), hide: () => undefined });
  const user = renderPage(<SignOut />, { at: "/personal/settings" });

  await user.click(await screen.findByRole("button", { name: "Sign out" }));

  await waitFor(() => expect(user.location()).toBe("/"));
  expect(isSignedIn()).toBe(false);
  await waitFor(() =>
    expect(shown.map(({ summary }) => summary)).toEqual(["Signed out on this device only"]),
  );
  disconnect();
});
