import { expect, test } from "vitest";
import { telegramUrl } from "./telegram-url";

test.each([
  ["@clear_desk", "https://t.me/clear_desk"],
  ["clear_desk", "https://t.me/clear_desk"],
  ["t.me/clear_desk", "https://t.me/clear_desk"],
  ["https://t.me/clear_desk", "https://t.me/clear_desk"],
  ["javascript:alert(1)", "https://t.me/javascript%3Aalert(1)"],
])("the contact %s opens %s", (contact, url) => {
  expect(telegramUrl(contact)).toBe(url);
});
