import type { components } from "@/api/generated/schema";

export type KycSubmission = components["schemas"]["KycSubmission"];
export type KycFacts = components["schemas"]["KycFacts"];
export type KycReason = NonNullable<KycFacts["reason"]>;
export type DocumentType = KycSubmission["type"];
export type PictureSlot = "document_front" | "document_back" | "selfie";
export type KycStep = "type" | PictureSlot | "review";

export const DOCUMENT_TYPES = [
  "passport",
  "id_card",
  "driver_license",
  "residence_permit",
] as const satisfies readonly DocumentType[];

export const PICTURE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp"];
export const MAX_PICTURE_BYTES = 10_000_000;

/** The pictures required for a document; a passport has no back side. */
export function slotsOf(type: DocumentType): PictureSlot[] {
  return type === "passport" ? ["document_front", "selfie"] : ["document_front", "document_back", "selfie"];
}

export function stepsOf(type: DocumentType | null): KycStep[] {
  return ["type", ...slotsOf(type ?? "id_card"), "review"];
}

/** The submission, once every picture is uploaded; null before. */
export function submissionOf(
  type: DocumentType,
  urls: Readonly<Partial<Record<PictureSlot, string>>>,
): KycSubmission | null {
  const { selfie, document_front, document_back } = urls;
  if (selfie === undefined || document_front === undefined) return null;
  if (type === "passport") return { type, selfie, document_front };
  return document_back === undefined ? null : { type, selfie, document_front, document_back };
}

export function isDocumentType(value: string | null): value is DocumentType {
  return DOCUMENT_TYPES.some((type) => type === value);
}
