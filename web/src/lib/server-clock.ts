const SECOND_MS = 1_000;

// How far the server's clock is ahead of this device's, in milliseconds.
let offset = 0;

/**
 * Notes the time of an answer that was made between two times of this device. A `Date` header has whole
 * seconds, so that the offset is only changed where it cannot be right.
 */
export function noteServerTime({ headers }: Response, sentAt: number, receivedAt: number): void {
  // An answer from a cache has the time when it was stored.
  if (!headers.get("Cache-Control")?.includes("no-store")) return;
  const time = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(time)) return;
  const least = time - receivedAt;
  const most = time + SECOND_MS - sentAt;
  if (offset < least || offset > most) offset = (least + most) / 2;
}

/** Milliseconds since 1970 by the server's clock, which decides when something expires. */
export function serverNow(): number {
  return Date.now() + offset;
}

export const serverSeconds = () => Math.floor(serverNow() / SECOND_MS);
