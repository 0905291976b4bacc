import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aSite } from "@/testing/builders";
import type { SiteConfig } from "./site";

const CHAT: SiteConfig["chatwoot"] = {
  domain: "chat.example",
  token: "website-token",
  secret: "",
  pages: "all",
};

/** Evaluates the module in a document served at a path. */
async function serveDocument(path: string, { chatwoot = CHAT, isSignedIn = true } = {}) {
  history.replaceState(null, "", path);
  vi.resetModules();
  const [{ setSite }, session, { needsOwnDocument }] = await Promise.all([
    import("./site"),
    import("./session"),
    import("./chat-document"),
  ]);
  setSite(aSite({ chatwoot }));
  if (isSignedIn) session.startSession("secret");
  return needsOwnDocument;
}

const endSession = async () => (await import("./session")).clearSession();

beforeEach(endSession);
afterEach(async () => {
  await endSession();
  history.replaceState(null, "", "/");
});

test("the personal area is entered with a document that allows the chat, and left for others in the same", async () => {
  const fromLogin = await serveDocument("/login");
  expect(fromLogin("/personal/dashboard")).toBe(true);
  expect(fromLogin("/personality")).toBe(false);
  expect(fromLogin("/trading/BTC-USDT")).toBe(false);

  const fromDashboard = await serveDocument("/personal/dashboard");
  expect(fromDashboard("/personal/orders")).toBe(false);
  expect(fromDashboard("/trading/BTC-USDT")).toBe(false);
});

test.each(["/login", "/register", "/password", "/knock-knock", "/operator/clients"])(
  "%s is never shown in a document where the provider's script may run",
  async (path) => {
    expect((await serveDocument("/personal/dashboard"))(path)).toBe(true);
    expect((await serveDocument("/"))(path)).toBe(false);
  },
);

test("visitors and sites without a chat never need another document", async () => {
  expect((await serveDocument("/", { isSignedIn: false }))("/personal/orders")).toBe(false);

  const chatwoot = { ...CHAT, domain: "", token: "" };
  expect((await serveDocument("/", { chatwoot }))("/personal/orders")).toBe(false);
  expect((await serveDocument("/personal/orders", { chatwoot }))("/login")).toBe(false);
});

test("where the site keeps the chat from secrets, their pages and the others never share a document", async () => {
  const chatwoot = { ...CHAT, pages: "without_secrets" as const };
  const fromDashboard = await serveDocument("/personal/dashboard", { chatwoot });
  expect(fromDashboard("/personal/settings")).toBe(true);
  expect(fromDashboard("/personal/withdraw")).toBe(true);
  expect(fromDashboard("/personal/orders")).toBe(false);

  const fromSettings = await serveDocument("/personal/settings", { chatwoot });
  expect(fromSettings("/personal/withdraw")).toBe(false);
  expect(fromSettings("/personal/dashboard")).toBe(true);
  expect(fromSettings("/login")).toBe(false);
});
