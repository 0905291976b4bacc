import type { CasePhotos } from "./api";

export type Slot = { slot: keyof CasePhotos; url: string };

/** The existing pictures, the face beside the document's front. */
export function slotsOf(photos: CasePhotos): Slot[] {
  return (["document_front", "selfie", "document_back"] as const).flatMap((slot) => {
    const url = photos[slot];
    return url === null ? [] : [{ slot, url }];
  });
}
