import { serverNow } from "@/lib/server-clock";

type Field = string | number | boolean;

/** A request as this browser keeps it. */
export type StoredRequest = {
  kind: string;
  body: Readonly<Record<string, Field>>;
  /** When it was first sent, by the server's clock. */
  at: number;
};

export type StoredRequests = Readonly<Record<string, StoredRequest>>;

const MINUTE_MS = 60_000;
// Until then the client is taken to still want it, and it is asked for again without a question.
const RECENT_MS = 5 * MINUTE_MS;
// The server knows a key for 24 hours. Afterwards it would do the same once more.
const ANSWERABLE_MS = 23 * 60 * MINUTE_MS;

export const isRecent = ({ at }: StoredRequest) => serverNow() - at < RECENT_MS;

/** Whether the server still knows the answer. */
export const isAnswerable = ({ at }: StoredRequest) => serverNow() - at < ANSWERABLE_MS;

/** Parses what any version of the page has stored; what is malformed is dropped. */
export function parseRequests(stored: unknown): StoredRequests {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, StoredRequest] => isRequest(entry[1])),
  );
}

function isRequest(value: unknown): value is StoredRequest {
  if (!isRecord(value)) return false;
  const { kind, body, at } = value;
  return (
    typeof kind === "string" && Number.isFinite(at) && isRecord(body) && Object.values(body).every(isField)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isField(value: unknown): value is Field {
  return ["string", "number", "boolean"].includes(typeof value);
}
