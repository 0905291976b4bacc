/** Optional emails. Those about security are always sent. */
export type MailChoices = { kyc: boolean; support: boolean };

/** Parses `site_data.notifications`; every email is on by default. */
export function parseMailChoices(stored: unknown): MailChoices {
  const { kyc, support } = Object(stored);
  return { kyc: kyc !== false, support: support !== false };
}
