import createClient from "openapi-fetch";
import { readCookie } from "@/lib/cookies";
import { isConsole, readOperatorToken } from "@/lib/operator-token";
import type { paths } from "./generated/schema";
import { missingAnswer, refusedAnswer } from "./problem-error";

const TIMEOUT_MS = 10_000;
const LONGEST_RETRY_PAUSE_MS = 2_000;
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export const api = createClient<paths, "application/json">({
  baseUrl: `${location.origin}/api`,
  fetch: send,
});

/** The answer's data; every failure becomes a `ProblemError`. */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const answer = await call.catch((cause: unknown) => {
    throw missingAnswer(cause);
  });
  if (!answer.response.ok) throw refusedAnswer(answer.response, answer.error);
  return answer.data as Data;
}

async function send(request: Request): Promise<Response> {
  request.headers.set("X-Site", location.hostname);
  const token = isConsole() ? readOperatorToken() : readCookie("token");
  if (token) request.headers.set(isConsole() ? "X-Operator-Token" : "X-Token", token);

  let response = await attempt(request);
  const isMutating = request.method !== "GET" && request.method !== "HEAD";
  if (!isMutating && RETRIED_STATUSES.has(response.status)) {
    await pause(retryPause(response), request.signal);
    response = await attempt(request);
  }
  if (response.status === 401) console.warn("Unauthorized");
  return response;
}

function attempt(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return globalThis.fetch(new Request(request, { signal }));
}

function retryPause(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After") ?? 0);
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 0, LONGEST_RETRY_PAUSE_MS);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", giveUp, { once: true });
  });
}
