import { isFinalRefusal } from "./problem-outcome";
import { randomId } from "./random-id";

// Idempotency keys by request, kept until it is known what came of it, so that a retry does not act twice.
const idempotencyKeys = new Map<string, string>();

/** Forgets all keys: of another client, or another session, nothing must be repeated. */
export function forgetKeys(): void {
  idempotencyKeys.clear();
}

/** Sends a request under its idempotency key: the same one as before while its outcome is unknown. */
export async function sendOnce<Data>(request: unknown, send: (key: string) => Promise<Data>): Promise<Data> {
  const name = JSON.stringify(request);
  const key = idempotencyKeys.get(name) ?? randomId();
  idempotencyKeys.set(name, key);
  try {
    const answer = await send(key);
    idempotencyKeys.delete(name);
    return answer;
  } catch (error) {
    if (isFinalRefusal(error)) idempotencyKeys.delete(name);
    throw error;
  }
}
