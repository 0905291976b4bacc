import { isSignedIn } from "./session";
import { site } from "./site";

const PERSONAL_AREA = /^\/personal(\/|$)/;
/** Where passwords and codes are entered. */
const SIGN_IN_PAGES = /^\/(login|register|password|email|knock|operator)/;

// The server allows the chat in the documents of the personal area alone, and a policy lasts as long as its document.
const isAllowedHere = isPersonalArea(location.pathname);

export function isPersonalArea(path: string): boolean {
  return PERSONAL_AREA.test(path);
}

/**
 * Whether a path needs a document of its own because of the support chat: the personal area needs one that allows
 * the provider's script, and pages where secrets are entered one in which it has never run.
 */
export function needsOwnDocument(path: string): boolean {
  const { domain, token } = site().chatwoot;
  if (!domain || !token) return false;
  return isAllowedHere ? SIGN_IN_PAGES.test(path) : isPersonalArea(path) && isSignedIn();
}
