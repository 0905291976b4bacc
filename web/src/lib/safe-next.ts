// Browsers drop tabs and line breaks and read a backslash as a slash, so "/\t/evil.example" is another site.
const LEADS_AWAY = /\/\/|\\|\s/;

/** The path if it stays on this site, else null: `?next=` is untrusted input (open redirect). */
export function safeNext(path: unknown): string | null {
  if (typeof path !== "string" || !path.startsWith("/") || LEADS_AWAY.test(path)) return null;
  return path;
}
