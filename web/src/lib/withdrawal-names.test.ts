import { expect, test } from "vitest";
import { type WithdrawalStatus, withdrawalSeverity } from "./withdrawal-names";

test.each<[WithdrawalStatus, string, string]>([
  ["awaiting_confirmation", "warn", "info"],
  ["under_review", "info", "warn"],
  ["processing", "info", "info"],
  ["broadcast", "info", "info"],
  ["completed", "success", "success"],
  ["failed", "error", "error"],
  ["rejected", "error", "error"],
  ["canceled", "neutral", "neutral"],
])("a withdrawal that is %s looks like %s to its client and like %s to staff", (status, client, staff) => {
  expect(withdrawalSeverity(status, "client")).toBe(client);
  expect(withdrawalSeverity(status, "staff")).toBe(staff);
});
