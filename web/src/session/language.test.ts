import { expect, test, vi } from "vitest";
import { readCookie } from "@/lib/cookies";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { chooseLanguage } from "./language";
import { clearToken, writeToken } from "./token";

test("a visitor's choice is kept in a cookie, and the document loads without another choice in its URL", async () => {
  const saved = serve("patch", "/v1/client/language", () => ({ client: aClient() }));
  clearToken();
  history.replaceState(null, "", "/faq?lang=en&q=fees#top");
  const reload = vi.fn();

  await chooseLanguage("es", reload);

  expect(readCookie("language")).toBe("es");
  expect(location.href).toMatch(/\/faq\?q=fees#top$/);
  expect(reload).toHaveBeenCalledOnce();
  expect(saved).toHaveLength(0);
});

test("a client's choice is saved in the account, for emails", async () => {
  const saved = serve("patch", "/v1/client/language", () => ({ client: aClient({ language: "es" }) }));
  writeToken("a-token");
  const reload = vi.fn();

  await chooseLanguage("es", reload);

  expect(saved).toHaveLength(1);
  expect(await saved[0]?.json()).toEqual({ language: "es" });
  expect(reload).toHaveBeenCalledOnce();
});

test("the page changes its language also when the account cannot", async () => {
  serveProblem("patch", "/v1/client/language", { status: 503, code: "OVERLOADED" });
  writeToken("a-token");
  const reload = vi.fn();

  await chooseLanguage("es", reload);

  expect(readCookie("language")).toBe("es");
  expect(reload).toHaveBeenCalledOnce();
});
