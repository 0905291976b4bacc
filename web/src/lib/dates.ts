const twoDigits = (value: number) => String(value).padStart(2, "0");

/** `DD.MM.YYYY HH:mm` in the viewer's time zone, from the API's unix seconds. */
export function formatDateTime(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  const day = [twoDigits(date.getDate()), twoDigits(date.getMonth() + 1), date.getFullYear()].join(".");
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** `HH:mm:ss` in the viewer's time zone, from the API's milliseconds. */
export function formatClock(unixMs: number): string {
  const date = new Date(unixMs);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":");
}
