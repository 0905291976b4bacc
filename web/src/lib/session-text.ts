import { i18n } from "@lingui/core";
import { formatDateTime } from "./dates";

type Session = { ip: string; created_at: number; last_seen_at: number };

/** Where a session is used from, and since when. */
export function describeSession({ ip, created_at, last_seen_at }: Session): string {
  return i18n._("{ip}, signed in {begin}, last seen {seen}", {
    ip,
    begin: formatDateTime(created_at),
    seen: formatDateTime(last_seen_at),
  });
}
