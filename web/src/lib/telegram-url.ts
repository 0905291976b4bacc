/** The URL of a Telegram contact given as a link, `@name` or `name`. */
export function telegramUrl(contact: string): string {
  if (/^https?:\/\//i.test(contact)) return contact;
  return `https://t.me/${encodeURIComponent(contact.replace(/^@|^t\.me\//i, ""))}`;
}
