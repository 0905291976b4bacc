import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useCurrentClient } from "@/session/client";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { KycBanner } from "./kyc-banner";

type Status = ReturnType<typeof aClient>["kyc"]["status"];

function KnownClient() {
  return <p>{useCurrentClient()?.email}</p>;
}

/** Renders the banner, and waits until the client is loaded. */
async function renderBanner(status: Status, at = "/personal/settings") {
  const client = aClient();
  serve("get", "/bff/auth/user", {
    client: { ...client, kyc: { ...client.kyc, status } },
    transactions: [],
  });
  const user = renderPage(
    <>
      <KycBanner />
      <KnownClient />
    </>,
    { at },
  );
  await screen.findByText(client.email);
  return user;
}

beforeEach(() => startSession("token"));
afterEach(clearSession);

test("who is not verified is reminded, until they dismiss it", async () => {
  const user = await renderBanner("unverified");

  expect(await screen.findByRole("status")).toHaveTextContent("Your identity isn’t verified yet.");
  expect(screen.getByRole("link", { name: "Verify your identity" })).toHaveAttribute("href", "/personal/kyc");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));

  expect(screen.queryByRole("status")).toBeNull();
});

test.each([
  ["rejected", "Your identity couldn’t be verified. Upload new photos."],
  ["revoked", "Your verification was revoked."],
] as const)("after %s the way to the reason stays, also on the dashboard", async (status, text) => {
  await renderBanner(status, "/personal/dashboard");

  expect(await screen.findByRole("status")).toHaveTextContent(text);
  expect(screen.getByRole("link", { name: "See why" })).toHaveAttribute("href", "/personal/kyc");
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test.each([
  ["pending", "/personal/settings"],
  ["approved", "/personal/settings"],
  ["unverified", "/personal/dashboard"],
  ["unverified", "/personal/kyc"],
  ["rejected", "/personal/kyc"],
] as const)("%s is not shown at %s", async (status, at) => {
  await renderBanner(status, at);

  expect(screen.queryByRole("status")).toBeNull();
});
