import type { Client } from "@/session/client";

export type SecurityCheck = { key: "email" | "second_factor" | "passkey" | "anti_phishing"; isDone: boolean };

/** What protects an account, and whether this one has it. */
export function securityChecks(client: Client): SecurityCheck[] {
  const hasPasskey = client.security.passkeys > 0;
  return [
    { key: "email", isDone: client.email_is_confirmed },
    { key: "second_factor", isDone: client.security.totp || hasPasskey },
    { key: "passkey", isDone: hasPasskey },
    { key: "anti_phishing", isDone: client.anti_phishing_code_set },
  ];
}
