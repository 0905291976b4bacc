import { setupI18n } from "@lingui/core";
import { compileMessage as linguiCompiler } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { compileMessage } from "./compile-message";

test.each([
  "Sign in",
  "It's your money, and it doesn't move without you.",
  "Page not found: {path}",
  "{ name } holds {amount} {coin}.",
  "{count, plural, one {# order} other {# orders}}",
  "{count, plural, =0 {No orders} one {One order in {pair}} other {# orders in {pair}}} today",
  "{count, plural, offset:1 one {# other} other {# others}}",
  "{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
  "{side, select, buy {You buy {coin}} sell {You sell {coin}} other {You trade}}.",
  "{share, number, percent} of {total, number}",
  "Issue #1 isn't '{quoted}' but {real}",
  "Don''t worry",
  "",
])("%j compiles to what lingui's own compiler makes of it", (message) => {
  expect(mergedTexts(compileMessage(message))).toEqual(mergedTexts(linguiCompiler(message)));
});

test("placeholders and plurals come out as sentences", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } }).setMessagesCompiler(compileMessage);

  expect(
    i18n._("{count, plural, one {# order} other {# orders}} in {pair}", { count: 1, pair: "BTC-USDT" }),
  ).toBe("1 order in BTC-USDT");
  expect(
    i18n._("{count, plural, one {# order} other {# orders}} in {pair}", { count: 1200, pair: "BTC-USDT" }),
  ).toBe("1,200 orders in BTC-USDT");
});

test("a broken message says which one it is", () => {
  expect(() => compileMessage("{count, plural, one # other #}")).toThrow("Malformed message: {count");
});

/** Where one long text is cut in pieces makes no difference to the reader. */
function mergedTexts(tokens: unknown): unknown {
  if (!Array.isArray(tokens)) {
    return typeof tokens === "object" && tokens !== null
      ? Object.fromEntries(Object.entries(tokens).map(([key, value]) => [key, mergedTexts(value)]))
      : tokens;
  }
  const merged: unknown[] = [];
  for (const token of tokens.map(mergedTexts)) {
    const last = merged.at(-1);
    if (typeof token === "string" && typeof last === "string" && token !== "#" && last !== "#") {
      merged[merged.length - 1] = last + token;
    } else {
      merged.push(token);
    }
  }
  return merged;
}
