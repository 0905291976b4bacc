import { expect, onTestFinished, test } from "vitest";
import { aClient } from "@/testing/builders";
import { chatBaseUrl, chatVisitor, loadChat } from "./chatwoot";

const CHAT = { domain: "chat.example", token: "website-token", secret: "", pages: "all" as const };

test("loading the chat is rejected when its script does not load", async () => {
  onTestFinished(() => document.querySelector("script[src]")?.remove());

  const refusal = "The support chat could not be loaded: https://chat.example/packs/js/sdk.js";
  const rejected = expect(loadChat(CHAT)).rejects.toThrow(refusal);
  document.querySelector("script[src]")?.dispatchEvent(new Event("error"));

  await rejected;
});

test.each([
  ["chat.example", "https://chat.example"],
  ["https://chat.example/", "https://chat.example"],
  ["http://localhost:3000", "http://localhost:3000"],
])("the domain %s is reached at %s", (domain, url) => {
  expect(chatBaseUrl(domain)).toBe(url);
});

test("a site that hands out its secret has the browser sign the id", async () => {
  const client = aClient();
  const personal_info = { ...client.personal_info, first_name: "Ada", last_name: "Lovelace" };

  const visitor = await chatVisitor(
    { ...client, id: "what do ya want for nothing?", personal_info },
    { ...CHAT, secret: "Jefe" },
  );

  // RFC 4231, test case 2.
  expect(visitor.attributes).toEqual({
    email: "ada@example.com",
    name: "Ada Lovelace",
    identifier_hash: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  });
});
