import { i18n } from "@lingui/core";
import createClient from "openapi-fetch";
import { readCookie } from "@/lib/cookies";
import { isConsole, readOperatorToken } from "@/lib/operator-token";
import { noteServerTime } from "@/lib/server-clock";
import type { paths } from "./generated/schema";
import { problemOfFailure, problemOfResponse } from "./problem-parsing";

const TIMEOUT_MS = 10_000;
const MAX_RETRY_DELAY_MS = 2_000;
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export const api = createClient<paths, "application/json">({
  baseUrl: `${location.origin}/api`,
  fetch: (request) => send(request),
});

/** The data of a response; every failure is thrown as a `ProblemError`. */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const answer = await call.catch((cause: unknown) => {
    throw problemOfFailure(cause);
  });
  if (!answer.response.ok) throw problemOfResponse(answer.response, answer.error);
  return answer.data as Data;
}

/** The headers of every request: the site, the language of this document and, if signed in, the session token. */
export function requestHeaders(): Record<string, string> {
  const token = isConsole() ? readOperatorToken() : readCookie("token");
  const session = token ? { [isConsole() ? "X-Operator-Token" : "X-Token"]: token } : {};
  // Until the language is known the browser's own list decides.
  const language = i18n.locale ? { "Accept-Language": i18n.locale } : {};
  return { "X-Site": location.hostname, ...language, ...session };
}

/** Logs that a call was not authorized; `session/client.ts` ends the session on TOKEN_INVALID. */
export function logUnauthorized(status: number): void {
  if (status === 401) console.warn("Unauthorized");
}

/** Sends a request with a timeout only until the response starts. */
export function sendStreaming(request: Request): Promise<Response> {
  return send(request, attemptStream);
}

async function send(request: Request, attempt: typeof attemptOnce = attemptOnce): Promise<Response> {
  for (const [name, value] of Object.entries(requestHeaders())) request.headers.set(name, value);

  let response = await attempt(request);
  const isMutating = request.method !== "GET" && request.method !== "HEAD";
  if (!isMutating && RETRIED_STATUSES.has(response.status)) {
    await delay(retryDelay(response), request.signal);
    response = await attempt(request);
  }
  logUnauthorized(response.status);
  return response;
}

function attemptOnce(request: Request): Promise<Response> {
  return attemptWithin(request, AbortSignal.timeout(TIMEOUT_MS));
}

async function attemptStream(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException("No answer in time", "TimeoutError")),
    TIMEOUT_MS,
  );
  try {
    return await attemptWithin(request, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function attemptWithin(request: Request, limit: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([request.signal, limit]);
  const sentAt = Date.now();
  const response = await globalThis.fetch(new Request(request, { signal }));
  noteServerTime(response, sentAt, Date.now());
  return response;
}

function retryDelay(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After") ?? 0);
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 0, MAX_RETRY_DELAY_MS);
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
