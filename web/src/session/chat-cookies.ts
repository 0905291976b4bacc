/** What the chat's provider keeps of a client in the browser: the token of a conversation, and who it was. */
const NAMES = /^cw_(conversation$|user_)/;

/** Forgets the client of the chat, so that the next one of this browser begins with nothing. */
export function clearChatCookies(): void {
  for (const pair of document.cookie.split("; ")) {
    const [name = ""] = pair.split("=");
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser.
    if (NAMES.test(name)) document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
}
