/** Writes a cookie as another tab or the server would. */
export function writeCookie(cookie: string): void {
  document.cookie = `${cookie}; Path=/`;
}
