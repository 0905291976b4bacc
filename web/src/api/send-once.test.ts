import { expect, test } from "vitest";
import { ProblemError } from "./problem-error";
import { sendOnce } from "./send-once";

/** Sends the same request once for each answer, and returns the keys. */
async function keysOf(request: string, ...answers: (number | "done")[]): Promise<string[]> {
  const keys: string[] = [];
  for (const answer of answers) {
    const sent = sendOnce(request, async (key) => {
      keys.push(key);
      if (answer !== "done") throw new ProblemError(answer, {});
    });
    await (answer === "done" ? sent : expect(sent).rejects.toThrow());
  }
  return keys;
}

test.each([0, 500, 503, 429, 401])("after %s the next attempt has the same key", async (status) => {
  const keys = await keysOf(`unknown ${status}`, 0, status, "done");
  expect(new Set(keys).size).toBe(1);
});

test.each([409, 422, "done" as const])("after %s the next request has another key", async (answer) => {
  const keys = await keysOf(`known ${answer}`, answer, "done");
  expect(new Set(keys).size).toBe(2);
});
