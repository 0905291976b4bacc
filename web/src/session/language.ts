import { readToken } from "./token";

const LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/**
 * Sets the language of the interface on this device and, if signed in, of the client's emails. The document is
 * loaded again: texts everywhere change, and the server chooses what to send with it.
 */
export async function chooseLanguage(language: string, reload = () => location.reload()): Promise<void> {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `language=${language}; Max-Age=${LIFETIME_SECONDS}; Path=/; SameSite=Lax${secure}`;
  if (readToken()) await saveLanguage(language);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(history.state, "", url);
  reload();
}

async function saveLanguage(language: string): Promise<void> {
  const { api, unwrap } = await import("@/api/client");
  // The page can change its language even if the account cannot.
  await unwrap(api.PATCH("/v1/client/language", { body: { language } })).catch(() => undefined);
}
