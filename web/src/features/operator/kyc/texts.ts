import { i18n } from "@lingui/core";
import type { CasePhotos, CaseStatus, CaseStep, RejectionReason } from "./api";

export const REASONS = [
  "blurred",
  "cropped",
  "glare",
  "document_expired",
  "document_unsupported",
  "face_mismatch",
  "data_mismatch",
  "suspected_forgery",
  "other",
] as const satisfies readonly RejectionReason[];

export function statusName(status: CaseStatus): string {
  switch (status) {
    case "pending":
      return i18n._("Waiting");
    case "approved":
      return i18n._("Approved");
    case "rejected":
      return i18n._("Rejected");
    case "revoked":
      return i18n._("Revoked");
  }
}

export function actName(act: CaseStep["act"]): string {
  return act === "submitted" ? i18n._("Documents sent") : statusName(act);
}

export function pictureName(slot: keyof CasePhotos): string {
  switch (slot) {
    case "document_front":
      return i18n._("Document, front");
    case "document_back":
      return i18n._("Document, back");
    case "selfie":
      return i18n._("Selfie");
  }
}

export function reasonName(reason: RejectionReason): string {
  switch (reason) {
    case "blurred":
      return i18n._("Blurred");
    case "cropped":
      return i18n._("Cut off");
    case "glare":
      return i18n._("Reflection");
    case "document_expired":
      return i18n._("Document expired");
    case "document_unsupported":
      return i18n._("Document not accepted");
    case "face_mismatch":
      return i18n._("Face does not match");
    case "data_mismatch":
      return i18n._("Data does not match");
    case "suspected_forgery":
      return i18n._("Doubts about the document");
    case "other":
      return i18n._("Another reason");
  }
}

/** What the client reads after the reason's own sentence, to be edited; nothing where no two cases are alike. */
export function reasonMessage(reason: RejectionReason): string {
  switch (reason) {
    case "blurred":
      return i18n._("Please take them again in good light, with a steady hand.");
    case "cropped":
      return i18n._("Please take it again so that all four corners are in the picture.");
    case "glare":
      return i18n._("Please take it again without flash, away from lamps.");
    case "document_expired":
      return i18n._("Please send one that is still valid.");
    case "document_unsupported":
      return i18n._("Please send a passport, an identity card, a driving licence or a residence permit.");
    case "face_mismatch":
      return i18n._("Please take a new selfie with your whole face in the picture.");
    case "data_mismatch":
      return i18n._("Please correct it in your settings, then send the pictures again.");
    case "suspected_forgery":
      return i18n._("Please send new pictures of the original.");
    case "other":
      return "";
  }
}
