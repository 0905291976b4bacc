import { i18n } from "@lingui/core";
import type { IconName } from "./icons/icon-names";

export type Severity = "success" | "info" | "warn" | "error";

export const SEVERITY_ICONS: Record<Severity, IconName> = {
  success: "circle-check",
  info: "info",
  warn: "triangle-alert",
  error: "circle-alert",
};

export const SEVERITY_TEXT: Record<Severity, string> = {
  success: "text-success",
  info: "text-info",
  warn: "text-warn",
  error: "text-error",
};

/** The accessible name of the severity, which colour and icon show visually. */
export function severityName(severity: Severity): string {
  switch (severity) {
    case "success":
      return i18n._("Success");
    case "info":
      return i18n._("Information");
    case "warn":
      return i18n._("Warning");
    case "error":
      return i18n._("Error");
  }
}
