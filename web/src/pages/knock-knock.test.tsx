import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "@/session/session";
import { readToken } from "@/session/token";
import { aClient } from "@/testing/builders";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { KnockKnockPage } from "./knock-knock";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
});
afterEach(clearSession);

const TOKEN = { raw_token: "fresh-token", expires_at: 1 };
const LINK = "/knock-knock?code=B466D6PBJC5VGLNJ&next=%2Fearn";
const bodies = (requests: Request[]) => Promise.all(requests.map((request) => request.clone().json()));

async function knock() {
  const user = renderPage(<KnockKnockPage />, { at: "/knock-knock" });
  await user.type(await screen.findByLabelText("Email address"), "ada@example.com");
  await user.click(screen.getByRole("button", { name: "Send sign-in link" }));
  return user;
}

test("knocking sends a mail, and its code lets in", async () => {
  const knocked = serve("post", "/v1/knock", { accepted: true }, 202);
  const entered = serve("post", "/v1/token", TOKEN, 201);
  const user = await knock();
  expect(await screen.findByRole("status")).toHaveTextContent("If ad***@example.com has an account");

  await user.type(screen.getByLabelText("Code from the email"), " B466-D6PB-JC5V-GLNJ ");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  await waitFor(() => expect(user.location()).toBe("/personal/dashboard"));
  expect(await bodies(knocked)).toEqual([{ email: "ada@example.com" }]);
  expect(await bodies(entered)).toEqual([{ knock: "B466-D6PB-JC5V-GLNJ" }]);
});

test.each([
  ["INVALID_CREDENTIALS", 401, "Incorrect code."],
  ["CODE_EXPIRED", 410, "This code has expired. Request a new link."],
  [
    "STATE_CONFLICT",
    409,
    "This code was requested in another browser. Enter it there, or request a new one here.",
  ],
])("a typed code that is rejected as %s has a message", async (code, status, text) => {
  serve("post", "/v1/knock", { accepted: true }, 202);
  serveProblem("post", "/v1/token", { status, code });
  const user = await knock();

  await user.type(await screen.findByLabelText("Code from the email"), "ABCD");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  expect(await screen.findByText(text)).toBeVisible();
});

test("a link from another browser says where it works, and how to get one for this one", async () => {
  serveProblem("post", "/v1/token", { status: 409, code: "STATE_CONFLICT" });
  const user = renderPage(<KnockKnockPage />, { at: LINK });

  await user.click(await screen.findByRole("button", { name: "Sign in" }));

  expect(await screen.findByRole("heading", { name: "This link belongs to another browser" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", "/knock-knock");
  expect(readToken()).toBeNull();
});

test("the link lets in by a press, the visit alone does not", async () => {
  const requests = serve("post", "/v1/token", TOKEN, 201);
  const user = renderPage(<KnockKnockPage />, { at: LINK });
  const button = await screen.findByRole("button", { name: "Sign in" });
  expect(requests).toHaveLength(0);

  await user.click(button);

  await waitFor(() => expect(user.location()).toBe("/earn"));
  expect(await bodies(requests)).toEqual([{ knock: "B466D6PBJC5VGLNJ" }]);
  expect(readToken()).toBe("fresh-token");
});

test("the second factor is asked for here, too", async () => {
  const requests = serve("post", "/v1/token", async ({ request }) => {
    const { totp } = (await request.json()) as { totp?: string };
    return totp === "123456"
      ? TOKEN
      : problemResponse({ status: 401, code: "TWO_FACTOR_REQUIRED", methods: ["totp"] });
  });
  const user = renderPage(<KnockKnockPage />, { at: LINK });
  await user.click(await screen.findByRole("button", { name: "Sign in" }));

  await user.type(await screen.findByLabelText("Code from your authenticator app"), "123456");

  await waitFor(() => expect(user.location()).toBe("/earn"));
  expect((await bodies(requests)).at(-1)).toEqual({ knock: "B466D6PBJC5VGLNJ", totp: "123456" });
});

test.each([
  ["INVALID_CREDENTIALS", 401],
  ["CODE_EXPIRED", 410],
])("a link that is refused as %s leads to another knock", async (code, status) => {
  serveProblem("post", "/v1/token", { status, code });
  const user = renderPage(<KnockKnockPage />, { at: LINK });

  await user.click(await screen.findByRole("button", { name: "Sign in" }));

  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Send a new link" })).toHaveAttribute("href", "/knock-knock");
});
