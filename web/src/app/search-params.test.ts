import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params";

test.each([
  ["?code=012345", { code: "012345" }],
  ["?code=1e5", { code: "1e5" }],
  ["?code=12345678901234567890", { code: "12345678901234567890" }],
  ["?flag=true", { flag: "true" }],
  ["?next=%2Fpersonal%2Forders%3Fsymbol%3DBTC-USDT", { next: "/personal/orders?symbol=BTC-USDT" }],
  ["?coin=BTC&coin=ETH&coin=SOL", { coin: ["BTC", "ETH", "SOL"] }],
  ["?empty=", { empty: "" }],
  ["", {}],
])("%s keeps its texts both ways", (text, search) => {
  expect(parseSearch(text)).toEqual(search);
  expect(stringifySearch(search)).toBe(text);
});

test("what is not set is left out", () => {
  expect(stringifySearch({ symbol: undefined, side: null, page: 2 })).toBe("?page=2");
});
