import { isSignedIn } from "./session";
import { site } from "./site";

const PERSONAL_AREA = /^\/personal(\/|$)/;
/** Pages where passwords and codes are entered. */
const SIGN_IN_PAGES = /^\/(login|register|password|email|knock|operator)/;
/** Those of the personal area: with keys and withdrawals. */
const SECRET_PAGES = /^\/personal\/(settings|withdraw)(\/|$)/;

// The server's CSP allows the chat only in certain documents, and a CSP lasts as long as its document.
const servedAt = location.pathname;

/** Whether the provider's script may be on a page: in the personal area, as the site has chosen. */
export function mayHaveChat(path: string): boolean {
  return PERSONAL_AREA.test(path) && !isChatKeptFrom(path);
}

/** Whether a page has no chat because secrets are entered there. */
export function isChatKeptFrom(path: string): boolean {
  return site().chatwoot.pages === "without_secrets" && SECRET_PAGES.test(path);
}

/**
 * Whether a path needs a new document because of the support chat: pages with the chat need one whose CSP allows
 * the provider's script, and pages where secrets are entered one in which it has never run.
 */
export function needsOwnDocument(path: string): boolean {
  const { domain, token } = site().chatwoot;
  if (!domain || !token) return false;
  if (mayHaveChat(servedAt)) return SIGN_IN_PAGES.test(path) || isChatKeptFrom(path);
  return mayHaveChat(path) && isSignedIn();
}
