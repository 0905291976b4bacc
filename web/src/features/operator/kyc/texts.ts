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
      return i18n._("Pending");
    case "approved":
      return i18n._("Approved");
    case "rejected":
      return i18n._("Rejected");
    case "revoked":
      return i18n._("Revoked");
  }
}

export function actName(act: CaseStep["act"]): string {
  return act === "submitted" ? i18n._("Documents submitted") : statusName(act);
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
      return i18n._("Blurry");
    case "cropped":
      return i18n._("Cut off");
    case "glare":
      return i18n._("Reflection");
    case "document_expired":
      return i18n._("Document expired");
    case "document_unsupported":
      return i18n._("Document not accepted");
    case "face_mismatch":
      return i18n._("Face doesn’t match");
    case "data_mismatch":
      return i18n._("Data doesn’t match");
    case "suspected_forgery":
      return i18n._("Document authenticity in doubt");
    case "other":
      return i18n._("Other reason");
  }
}

/** The suggested message for a reason; empty where every case differs. */
export function reasonMessage(reason: RejectionReason): string {
  switch (reason) {
    case "blurred":
      return i18n._("Retake them in good light, with a steady hand.");
    case "cropped":
      return i18n._("Retake it with all four corners visible.");
    case "glare":
      return i18n._("Retake it without flash, away from lamps.");
    case "document_expired":
      return i18n._("Upload one that’s still valid.");
    case "document_unsupported":
      return i18n._("Upload a passport, identity card, driver’s license or residence permit.");
    case "face_mismatch":
      return i18n._("Take a new selfie with your whole face visible.");
    case "data_mismatch":
      return i18n._("Correct it in your settings, then upload the photos again.");
    case "suspected_forgery":
      return i18n._("Upload new photos of the original.");
    case "other":
      return "";
  }
}
