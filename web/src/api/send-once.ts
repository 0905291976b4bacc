import { isOutcomeUnknown } from "./problem-error";
import { randomId } from "./random-id";

// Idempotency keys by request, kept until a response arrives, so that a retry does not act twice.
const idempotencyKeys = new Map<string, string>();

/** Sends a request under its idempotency key: the same one as before if no response came. */
export async function sendOnce<Data>(request: unknown, send: (key: string) => Promise<Data>): Promise<Data> {
  const name = JSON.stringify(request);
  const key = idempotencyKeys.get(name) ?? randomId();
  idempotencyKeys.set(name, key);
  try {
    const answer = await send(key);
    idempotencyKeys.delete(name);
    return answer;
  } catch (error) {
    if (!isOutcomeUnknown(error)) idempotencyKeys.delete(name);
    throw error;
  }
}
