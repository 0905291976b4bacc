import { useEffect, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import type { components } from "@/api/generated/schema";
import { type Upload, type UploadFile, useUploads } from "@/design/use-uploads";
import type { PictureSlot } from "./model";
import { inspectPicture, type QualityHint } from "./quality";

type StoredFile = components["schemas"]["FileView"];
export type UploadPicture = UploadFile<StoredFile>;
export type PictureUpload = Upload<StoredFile>;

export type Picture = {
  previewUrl: string;
  hints: readonly QualityHint[];
  upload: PictureUpload;
};

export type Pictures = Readonly<Partial<Record<PictureSlot, Picture>>>;

/** The pictures of one submission. Each upload starts immediately, whatever step is shown. */
export function usePictures(uploads: Readonly<Record<PictureSlot, UploadPicture>>) {
  const slots = {
    document_front: usePicture(uploads.document_front),
    document_back: usePicture(uploads.document_back),
    selfie: usePicture(uploads.selfie),
  };
  const pictures: Partial<Record<PictureSlot, Picture>> = {};
  for (const slot of ["document_front", "document_back", "selfie"] as const) {
    const { picture } = slots[slot];
    if (picture) pictures[slot] = picture;
  }
  return {
    pictures: pictures as Pictures,
    add: (slot: PictureSlot, file: File) => slots[slot].add(file),
    remove: (slot: PictureSlot) => slots[slot].remove(),
    retry: (slot: PictureSlot) => slots[slot].retry(),
  };
}

type Preview = { file: File; url: string; hints: readonly QualityHint[] };

function usePicture(upload: UploadPicture) {
  const files = useUploads({
    upload,
    // Validated when it is chosen, before it becomes a picture.
    findFault: () => null,
    explainError: describeProblem,
    multiple: false,
  });
  const entry = files.uploads[0];
  const [preview, setPreview] = useState<Preview | null>(null);
  const url = useRef<string | null>(null);

  useEffect(() => () => revoke(url.current), []);

  function show(next: Preview | null) {
    revoke(url.current);
    url.current = next?.url ?? null;
    setPreview(next);
  }

  function add(file: File) {
    show({ file, url: URL.createObjectURL(file), hints: [] });
    files.add([file]);
    void inspectPicture(file).then((hints) =>
      // Another picture may have replaced it meanwhile.
      setPreview((current) => (current?.file === file ? { ...current, hints } : current)),
    );
  }

  function remove() {
    show(null);
    if (entry) files.remove(entry);
  }

  const picture: Picture | null =
    entry && preview ? { previewUrl: preview.url, hints: preview.hints, upload: entry } : null;
  return { picture, add, remove, retry: () => entry && files.retry(entry) };
}

function revoke(url: string | null): void {
  if (url !== null) URL.revokeObjectURL(url);
}
