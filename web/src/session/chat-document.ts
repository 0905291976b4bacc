import { isSignedIn } from "./session";
import { site } from "./site";

const PERSONAL_AREA = /^\/personal(\/|$)/;
/** Pages where passwords and codes are entered. */
const SIGN_IN_PAGES = /^\/(login|register|password|email|knock|operator)/;

// The server's CSP allows the chat only in documents of the personal area, and a CSP lasts as long as its
// document.
const isAllowedHere = isPersonalArea(location.pathname);

export function isPersonalArea(path: string): boolean {
  return PERSONAL_AREA.test(path);
}

/**
 * Whether a path needs a new document because of the support chat: the personal area needs one whose CSP
 * allows the provider's script, and pages where secrets are entered one in which it has never run.
 */
export function needsOwnDocument(path: string): boolean {
  const { domain, token } = site().chatwoot;
  if (!domain || !token) return false;
  return isAllowedHere ? SIGN_IN_PAGES.test(path) : isPersonalArea(path) && isSignedIn();
}
