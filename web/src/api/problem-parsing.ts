import { i18n } from "@lingui/core";
import { ProblemError } from "./problem-error";

/** The problem of an error response, also of one that a proxy sent. */
export function problemOfResponse(response: Response, body: unknown): ProblemError {
  const isProblem = typeof body === "object" && body !== null && "code" in body;
  const problem = isProblem ? { ...body } : { code: "BAD_RESPONSE", ...unreadable() };
  return new ProblemError(response.status, problem, { retryAfter: retryAfterSeconds(response) });
}

function retryAfterSeconds({ headers }: Response): number | null {
  const seconds = Number.parseInt(headers.get("Retry-After") ?? "", 10);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** The problem of a call without a usable response. An abort by the caller is passed through. */
export function problemOfFailure(cause: unknown): unknown {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : "";
  if (name === "AbortError") return cause;
  if (name === "TimeoutError") {
    const title = i18n._("Request timed out");
    const detail = i18n._("The server took too long to respond. Try again in a moment.");
    return new ProblemError(0, { code: "TIMEOUT", title, detail }, { cause });
  }
  if (name === "SyntaxError")
    return new ProblemError(0, { code: "BAD_RESPONSE", ...unreadable() }, { cause });
  const title = i18n._("No connection");
  const detail = i18n._("Couldn’t reach the server. Check your connection and try again.");
  return new ProblemError(0, { code: "NETWORK", title, detail }, { cause });
}

function unreadable() {
  return {
    title: i18n._("Unexpected response"),
    detail: i18n._("Unexpected response. Try again in a moment."),
  };
}
