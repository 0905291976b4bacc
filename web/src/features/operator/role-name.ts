import { i18n } from "@lingui/core";
import type { Operator } from "@/session/operator";

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
