import type { Client } from "@/session/client";

export type TodoKey = "email" | "second_factor" | "identity" | "deposit";
export type Todo = { key: TodoKey; isDone: boolean };

type Transaction = Readonly<Record<string, unknown>>;

/** The client's to-dos, most important first. */
export function todosOf(client: Client, transactions: readonly Transaction[]): Todo[] {
  return [
    { key: "email", isDone: client.email_is_confirmed },
    { key: "second_factor", isDone: hasSecondFactor(client) },
    { key: "identity", isDone: client.kyc.status === "approved" },
    { key: "deposit", isDone: transactions.some(({ type }) => type === "deposit") },
  ];
}

export function hasSecondFactor({ security }: Pick<Client, "security">): boolean {
  return security.totp || security.passkeys > 0;
}

/** The client's display name. */
export function nameOf({
  personal_info,
  username,
}: Pick<Client, "personal_info" | "username">): string | null {
  return personal_info.first_name ?? username;
}

/** The progress towards a required amount, from 0 to 1. Only for a bar; amounts are shown exactly. */
export function shareOf(present: string, required: string): number {
  const whole = Number(required);
  return whole > 0 ? Math.min(1, Number(present) / whole) : 1;
}
