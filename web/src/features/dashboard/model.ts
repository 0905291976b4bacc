import type { Client, CurrentClient } from "@/session/client";

export type TodoKey = "email" | "second_factor" | "identity" | "deposit";
export type Todo = { key: TodoKey; isDone: boolean };

/** Transactions are pushed, so that the first credit counts immediately. */
type Known = Pick<CurrentClient, "client" | "transactions" | "has_deposited">;

/** The client's to-dos, most important first. */
export function todosOf({ client, transactions, has_deposited }: Known): Todo[] {
  return [
    { key: "email", isDone: client.email_is_confirmed },
    { key: "second_factor", isDone: hasSecondFactor(client) },
    { key: "identity", isDone: client.kyc.status === "approved" },
    { key: "deposit", isDone: has_deposited || transactions.some(isCredit) },
  ];
}

function isCredit({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === "deposit" || type === "adjustment";
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
