import { i18n } from "@lingui/core";
import type { Case, CasePhotos, CaseRow, CaseStatus } from "./api";

export const CASE_STATUSES = [
  "pending",
  "approved",
  "rejected",
  "revoked",
] as const satisfies readonly CaseStatus[];

export type QueueFilter = CaseStatus | "all";

/** The filter in the URL; pending cases by default. */
export function filterOf(parameter: unknown): QueueFilter {
  if (parameter === "all") return "all";
  return CASE_STATUSES.find((status) => status === parameter) ?? "pending";
}

/** The case to open after a decision: the next longest waiting, else any that waits. */
export function nextWaiting(waiting: readonly CaseRow[], decided: Case): CaseRow | null {
  const place = waiting.findIndex(({ client_id }) => client_id === decided.client_id);
  // The queue may have been refetched without it.
  const after =
    place === -1
      ? waiting.filter(({ submitted_at }) => submitted_at > decided.submitted_at)
      : waiting.slice(place + 1);
  return after[0] ?? waiting.find(({ client_id }) => client_id !== decided.client_id) ?? null;
}

/** The next or previous case in the queue; the first one if none is open. */
export function neighbour(rows: readonly CaseRow[], clientId: string | null, step: 1 | -1): CaseRow | null {
  const place = rows.findIndex(({ client_id }) => client_id === clientId);
  return rows[place === -1 ? 0 : place + step] ?? null;
}

export function waitingTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return i18n._("under 1 min");
  if (hours < 1) return i18n._("{minutes} min", { minutes });
  if (days < 1) return i18n._("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  return i18n._("{days} d {hours} h", { days, hours: hours % 24 });
}

export type Slot = { slot: keyof CasePhotos; url: string };

/** The existing pictures, the face beside the document's front. */
export function slotsOf(photos: CasePhotos): Slot[] {
  return (["document_front", "selfie", "document_back"] as const).flatMap((slot) => {
    const url = photos[slot];
    return url === null ? [] : [{ slot, url }];
  });
}
