import { expect, test } from "vitest";
import { aClient, aTransaction } from "@/testing/builders";
import { todosOf } from "./model";

test.each([
  [true, "trade", true],
  [false, "trade", false],
  [false, "deposit", true],
  [false, "adjustment", true],
] as const)(
  "known as credited: %s, newest: %s, so the first deposit is done: %s",
  (has_deposited, type, isDone) => {
    const known = { client: aClient(), transactions: [aTransaction(1, { type })], has_deposited };

    expect(todosOf(known).find(({ key }) => key === "deposit")).toEqual({ key: "deposit", isDone });
  },
);
