import { i18n } from "@lingui/core";
import type { FileLook } from "./api";

/** The file's own id. */
export function fileIdOf({ subject }: FileLook): string {
  return subject.slice(subject.indexOf(":") + 1);
}

/** The client of the file; null if the log does not have it. */
export function clientIdOf({ detail }: FileLook): string | null {
  return typeof detail.client_id === "string" ? detail.client_id : null;
}

export function kindName({ detail }: FileLook): string {
  switch (detail.kind) {
    case "kyc_selfie":
      return i18n._("Selfie");
    case "kyc_document":
      return i18n._("Identity document");
    case "feedback":
      return i18n._("Message attachment");
    case "avatar":
      return i18n._("Avatar");
    default:
      return String(detail.kind ?? i18n._("File"));
  }
}
