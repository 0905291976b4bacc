import { useState } from "react";
import type { components } from "@/api/generated/schema";
import type { UploadFile } from "@/design/use-uploads";

type StoredFile = components["schemas"]["FileView"];
export type UploadAttachment = UploadFile<StoredFile>;

/** The attachments of a message: uploaded ones, and whether uploads are pending. */
export function useAttachments(send: UploadAttachment) {
  const [urls, setUrls] = useState<readonly string[]>([]);
  const [running, setRunning] = useState(0);

  const upload: UploadAttachment = async (file, onProgress, signal) => {
    setRunning((count) => count + 1);
    try {
      return await send(file, onProgress, signal);
    } finally {
      setRunning((count) => count - 1);
    }
  };

  return {
    urls,
    isBusy: running > 0,
    upload,
    add: ({ url }: StoredFile) => setUrls((known) => [...known, url]),
    remove: ({ url }: StoredFile) => setUrls((known) => known.filter((other) => other !== url)),
  };
}
