import { i18n } from "@lingui/core";

export type FieldProblem = { field: string; code: string; message: string };

/** A failed call: the server's problem response (RFC 9457), a timeout or a network error. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The machine-readable code; `TIMEOUT` and `NETWORK` without a response, `BAD_RESPONSE` for an unreadable one. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  readonly requestId: string | null;
  /** The Retry-After header in seconds. */
  readonly retryAfter: number | null;
  /** The whole problem document, for fields of certain codes such as `missing` or `attempts_left`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    options?: ErrorOptions & { retryAfter?: number | null },
  ) {
    const title = text(body.title) || i18n._("Something went wrong");
    super(text(body.detail) || title, options);
    this.status = status;
    this.code = text(body.code) || "BAD_RESPONSE";
    this.title = title;
    this.detail = text(body.detail);
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.requestId = text(body.request_id) || null;
    this.retryAfter = options?.retryAfter ?? null;
    this.body = body;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
