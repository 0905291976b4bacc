// "Cubot" is a brand of phones.
const BOT =
  /(?<!cu)bot|crawl|spider|slurp|archiver|facebookexternalhit|whatsapp|bingpreview|embedly|prerender|inspectiontool|mediapartners|lighthouse/i;

/** Whether a user agent names itself as a crawler or a link previewer. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent);
}
