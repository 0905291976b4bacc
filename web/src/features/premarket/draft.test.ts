import { expect, test } from "vitest";
import { aPremarketDetail } from "@/testing/premarket";
import { type Draft, endingsOf, findProblems, maxQuantity, type Terms, termsOf } from "./draft";

const market = aPremarketDetail();
const LIMITS = { available: "1000", exposureLeft: "50000" };
const aDraft = (parts: Partial<Draft> = {}): Draft => ({
  side: "buy",
  price: "2.5",
  quantity: "100",
  ...parts,
});
const problemsOf = (draft: Draft, limits = LIMITS) =>
  findProblems(draft, market, termsOf(draft, market, 6), limits);

test("a buyer locks the value and the fee", () => {
  expect(termsOf(aDraft(), market, 6)).toEqual({
    value: "250",
    fee: "5",
    collateral: "250",
    locked: "255",
    fillsNow: "0",
    rests: "100",
    compensation: "225",
  });
});

test("a seller locks the collateral and the fee, of the better price where it fills immediately", () => {
  const dear = {
    ...market,
    collateral_rate: "1.5",
    book: { bids: [["3", "40"]], asks: [] },
  } as typeof market;

  const terms = termsOf(aDraft({ side: "sell" }), dear, 6);

  // 40 at 3 and 60 at 2.5.
  expect(terms).toMatchObject({ value: "270", fee: "5.4", collateral: "405", locked: "410.4" });
  expect(terms).toMatchObject({ fillsNow: "40", rests: "60" });
});

test("fees are rounded down and the compensation up, in units of the quote coin", () => {
  const fine = { ...market, fee_rate: "0.033333", book: { bids: [], asks: [] } };

  expect(termsOf(aDraft({ price: "0.01", quantity: "11" }), fine, 2)).toMatchObject({
    value: "0.11",
    fee: "0",
    compensation: "0.1",
  });
});

test("nothing is worked out before price and amount are there", () => {
  expect(termsOf(aDraft({ price: "" }), market, 6)).toBeNull();
  expect(termsOf(aDraft({ quantity: "0" }), market, 6)).toBeNull();
});

test.each([
  [{ price: "" }, "price", "Enter a price."],
  [{ price: "0" }, "price", "Enter a price above 0."],
  [{ price: "2.505" }, "price", "Use a multiple of 0.01."],
  [{ quantity: "" }, "quantity", "Enter an amount."],
  [{ quantity: "0" }, "quantity", "Enter more than 0."],
  [{ quantity: "9" }, "quantity", "Minimum: 10 NOVA."],
  [{ quantity: "10001" }, "quantity", "Maximum: 10,000 NOVA."],
  [{ quantity: "10.5" }, "quantity", "Use a multiple of 1."],
  [{ quantity: "500" }, "quantity", "Insufficient balance: 1,275 USDT needed, 1,000 USDT available."],
] as const)("%o is explained", (parts, field, text) => {
  expect(problemsOf(aDraft(parts))[field]?.text).toBe(text);
});

test("the limit of a client comes before the balance", () => {
  const limits = { available: "1", exposureLeft: "200" };

  expect(problemsOf(aDraft(), limits).quantity?.text).toBe(
    "Your limit in this pre-market allows 200 USDT more.",
  );
});

test("the most that can be ordered is limited by balance, limit and maximum", () => {
  expect(maxQuantity(aDraft(), market, LIMITS)).toBe("392");
  expect(maxQuantity(aDraft(), market, { ...LIMITS, exposureLeft: "100" })).toBe("40");
  expect(maxQuantity(aDraft({ price: "0.01" }), market, LIMITS)).toBe("10000");
  expect(maxQuantity(aDraft(), market, { ...LIMITS, available: null as never })).toBeUndefined();
});

test("each ending says what one gets and loses", () => {
  const terms = termsOf(aDraft(), market, 6) as Terms;
  const textsOf = (side: Draft["side"]) => endingsOf(side, terms, "100", market).map(({ text }) => text);

  expect(textsOf("buy")).toEqual([
    "You receive 100 NOVA. You pay 250 USDT and the 5 USDT fee.",
    "You get 255 USDT back, plus 225 USDT of the seller’s collateral.",
    "You get 255 USDT back, fee included.",
  ]);
  expect(textsOf("sell")).toEqual([
    "You hand over 100 NOVA, receive 250 USDT and get your 250 USDT collateral back. The 5 USDT fee is kept.",
    "You lose your 250 USDT collateral and the 5 USDT fee.",
    "You get 255 USDT back, fee included.",
  ]);
});
