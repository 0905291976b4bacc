/** The address of a Telegram contact, however the operator wrote it: a full link, `@name` or `name`. */
export function telegramUrl(contact: string): string {
  if (/^https?:\/\//i.test(contact)) return contact;
  return `https://t.me/${encodeURIComponent(contact.replace(/^@|^t\.me\//i, ""))}`;
}
