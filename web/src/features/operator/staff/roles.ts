import { i18n } from "@lingui/core";
import type { Operator } from "@/session/operator";
import type { Role } from "./api";

/** The display name of a role. */
export function roleName(role: Operator["role"]): string {
  switch (role) {
    case "admin":
      return i18n._("Administrator");
    case "compliance":
      return i18n._("Compliance");
    case "treasury":
      return i18n._("Treasury");
    case "support":
      return i18n._("Support");
    case "editor":
      return i18n._("Editor");
  }
}

/** By permissions, most first. */
const ROLES = ["admin", "compliance", "support", "treasury", "editor"] as const satisfies readonly Role[];

export type RoleName = (role: Role) => string;

export function describeRole(role: Role): string {
  switch (role) {
    case "admin":
      return i18n._("Everything, including staff, sites, levels and emails.");
    case "compliance":
      return i18n._(
        "Identity verification, clients, freezing and unfreezing, feedback, ledger, audit log and file views.",
      );
    case "support":
      return i18n._("Clients, freezing, feedback and viewing the ledger.");
    case "treasury":
      return i18n._("Ledger, adjustments, withdrawals, networks, markets and viewing clients.");
    case "editor":
      return i18n._("News, FAQ and pages, and navigation rules.");
  }
}

export const roleOptions = (roleName: RoleName) =>
  ROLES.map((role) => ({ value: role, label: roleName(role), hint: describeRole(role) }));
