/** What the chat's provider keeps of a client in the browser: the token of a conversation, and who it was. */
const NAMES = /\bcw_(conversation|user_[^=;]*)(?==)/g;

/** Forgets the client of the chat, so that the next one of this browser begins with nothing. */
export function clearChatCookies(): void {
  for (const name of document.cookie.match(NAMES) ?? []) {
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser.
    document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
}
