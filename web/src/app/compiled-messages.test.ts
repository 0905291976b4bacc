import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { splitMessage } from "@/lib/split-message";

i18n.setMessagesCompiler(splitMessage);

test("arguments, plurals and apostrophes come out as sentences without a compiler", () => {
  expect(i18n._("{count, plural, one {# order} other {# orders}} in {pair}", { count: 1, pair: "BTC" })).toBe(
    "1 order in BTC",
  );
  expect(
    i18n._("{count, plural, one {# order} other {# orders}} in {pair}", { count: 1200, pair: "BTC" }),
  ).toBe("1,200 orders in BTC");
  expect(i18n._("{first} and { second }", { first: "a", second: "b" })).toBe("a and b");
  expect(i18n._("{side, select, buy {You buy {coin}} other {You trade}}", { side: "buy", coin: "BTC" })).toBe(
    "You buy BTC",
  );
  expect(i18n._("It's \"{name}\", isn't it", { name: "Ada" })).toBe("It's \"Ada\", isn't it");
});

test("a text without arguments stays as it is", () => {
  expect(i18n._("{first} and { second }", { first: "a", second: "b" })).toBe("a and b");
  expect(i18n._("{side, select, buy {You buy {coin}} other {You trade}}", { side: "buy", coin: "BTC" })).toBe(
    "You buy BTC",
  );
  expect(i18n._("It's your money.")).toBe("It's your money.");
});
