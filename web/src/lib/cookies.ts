/** The value of a cookie that scripts may read, or null. */
export function readCookie(name: string): string | null {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  if (!pair) return null;
  const value = pair.slice(name.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    // Any script may have set it, so invalid percent-encoding must not throw.
    return value;
  }
}
