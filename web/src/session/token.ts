import { readCookie } from "@/lib/cookies";

const LIFETIME_SECONDS = 7 * 24 * 60 * 60;

export function readToken(): string | null {
  return readCookie("token") || null;
}

export function writeToken(token: string): void {
  setCookie(encodeURIComponent(token), LIFETIME_SECONDS);
}

export function clearToken(): void {
  setCookie("", 0);
}

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `token=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`;
}
