import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { afterEach, expect, test } from "vitest";
import { messageKey } from "@/lib/message-key";
import { splitMessage } from "@/lib/split-message";
import { messagesOf, partOf } from "./catalogues";
import { activateEnglish } from "./language";

const SEED = 7;

function aPart(texts: Record<string, string>, seed = SEED) {
  return partOf({
    seed,
    keys: Object.keys(texts)
      .map((text) => messageKey(text, seed))
      .join(""),
    messages: Object.values(texts).map((text) => (text.includes(",") ? compileMessage(text) : text)),
  });
}

afterEach(activateEnglish);

test("texts, arguments and plurals come from the parts that are loaded, the rest stays English", () => {
  const parts = [
    aPart({
      Buy: "Comprar",
      "{amount} {coin} open": "{amount} {coin} sin ejecutar",
      "{count, plural, one {# order} other {# orders}}": "{count, plural, one {# orden} other {# órdenes}}",
    }),
  ];
  i18n.setMessagesCompiler(splitMessage).loadAndActivate({ locale: "es", messages: messagesOf(parts) });

  expect(i18n._("Buy")).toBe("Comprar");
  expect(i18n._("{amount} {coin} open", { amount: "1", coin: "BTC" })).toBe("1 BTC sin ejecutar");
  const orders = (count: number) => i18n._("{count, plural, one {# order} other {# orders}}", { count });
  expect([orders(1), orders(12_000)]).toEqual(["1 orden", "12.000 órdenes"]);
  expect(i18n._("Staff")).toBe("Staff");

  parts.push(aPart({ Staff: "Personal" }, 8));
  expect(i18n._("Staff")).toBe("Personal");
});

test("keys are four characters, spread well and depend on the seed", () => {
  const texts = Array.from({ length: 500 }, (_, index) => `Text ${index}`);
  const keys = texts.map((text) => messageKey(text, 1));

  expect(keys.every((key) => /^[0-9a-z]{4}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBeGreaterThan(495);
  expect(messageKey("Buy", 1)).not.toBe(messageKey("Buy", 2));
});
