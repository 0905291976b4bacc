import { i18n } from "@lingui/core";
import type { DocumentType, KycReason, KycStep, PictureSlot } from "./model";
import type { QualityHint } from "./quality";

/** The name of a document within a sentence. */
export function documentTypeInSentence(type: DocumentType): string {
  switch (type) {
    case "passport":
      return i18n._("passport");
    case "id_card":
      return i18n._("identity card");
    case "driver_license":
      return i18n._("driver’s license");
    case "residence_permit":
      return i18n._("residence permit");
  }
}

export function stepName(step: KycStep): string {
  switch (step) {
    case "type":
      return i18n._("Type");
    case "document_front":
      return i18n._("Front side");
    case "document_back":
      return i18n._("Back side");
    case "selfie":
      return i18n._("Selfie");
    case "review":
      return i18n._("Review");
  }
}

export function pictureName(slot: PictureSlot, type: DocumentType): string {
  if (slot === "selfie") return i18n._("Selfie");
  if (slot === "document_back") return i18n._("Back of the document");
  return type === "passport" ? i18n._("Photo page of the passport") : i18n._("Front of the document");
}

export function pictureInstruction(slot: PictureSlot, type: DocumentType): string {
  if (slot === "selfie") {
    return i18n._("Look straight at the camera, with your whole face visible and nothing covering it.");
  }
  if (type === "passport") {
    return i18n._(
      "Open your passport to the photo page and capture all of it, including the two lines of code at the bottom.",
    );
  }
  const document = documentTypeInSentence(type);
  return slot === "document_back"
    ? i18n._("Turn your {document} over and capture the whole back, with all four corners.", { document })
    : i18n._("Capture the whole front of your {document}, with all four corners.", { document });
}

export function hintText(hint: QualityHint): string {
  switch (hint) {
    case "small":
      return i18n._("This photo is small. Small print may be unreadable.");
    case "dark":
      return i18n._("This photo is dark. Use more light.");
    case "blurred":
      return i18n._("This photo looks blurry. Check that every line is readable.");
  }
}

/** Why pictures were rejected; null if only the message says why. */
export function reasonText(reason: KycReason): string | null {
  switch (reason) {
    case "blurred":
      return i18n._("The photos aren’t sharp enough.");
    case "cropped":
      return i18n._("Part of the document is missing.");
    case "glare":
      return i18n._("A reflection covers part of the document.");
    case "document_expired":
      return i18n._("The document has expired.");
    case "document_unsupported":
      return i18n._("This document type isn’t accepted.");
    case "face_mismatch":
      return i18n._("The selfie doesn’t match the document.");
    case "data_mismatch":
      return i18n._("Your personal information doesn’t match the document.");
    case "suspected_forgery":
      return i18n._("The document couldn’t be authenticated.");
    case "other":
      return null;
  }
}
