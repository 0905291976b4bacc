import { expect, test } from "vitest";
import { moveRisk } from "./move-risk";

const market = { bid: "99", ask: "101", isStale: false, isOneClick: true };

test.each([
  ["buy", "100", market, "sure"],
  ["buy", "101", market, "fills"],
  ["buy", "102", market, "fills"],
  ["sell", "100", market, "sure"],
  ["sell", "99", market, "fills"],
  ["sell", "98", { ...market, isOneClick: false }, "fills"],
  ["buy", "100", { ...market, isOneClick: false }, "unsure"],
  ["sell", "100", { ...market, isStale: true }, "stale"],
  ["buy", "100", { isStale: false, isOneClick: true }, "sure"],
] as const)("moving a %s order to %s in %j: %s", (side, price, known, risk) => {
  expect(moveRisk(side, price, known)).toBe(risk);
});
