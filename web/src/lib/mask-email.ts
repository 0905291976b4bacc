/** Masks most of an e-mail's local part: `anna@example.com` becomes `an***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const local = at < 0 ? email : email.slice(0, at);
  const domain = at < 0 ? "" : email.slice(at);
  return `${local.slice(0, local.length > 2 ? 2 : 1)}***${domain}`;
}
