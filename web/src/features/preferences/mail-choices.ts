/** The mails that a client may do without. Those about security are sent in any case. */
export type MailChoices = { kyc: boolean; support: boolean };

/** What was chosen in `site_data.notifications`; every mail is wanted until somebody says otherwise. */
export function parseMailChoices(stored: unknown): MailChoices {
  const { kyc, support } = Object(stored);
  return { kyc: kyc !== false, support: support !== false };
}
