import { useEffect, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import type { components } from "@/api/generated/schema";
import type { UploadFile } from "@/design/use-uploads";
import type { PictureSlot } from "./model";
import { inspectPicture, type QualityHint } from "./quality";

export type UploadPicture = UploadFile<components["schemas"]["FileView"]>;

export type PictureUpload =
  | { status: "uploading"; progress: number }
  | { status: "uploaded"; url: string }
  | { status: "failed"; error: string };

export type Picture = {
  file: File;
  previewUrl: string;
  hints: readonly QualityHint[];
  upload: PictureUpload;
};

export type Pictures = Readonly<Partial<Record<PictureSlot, Picture>>>;

/** The pictures of one submission. Each upload starts immediately, whatever step is shown. */
export function usePictures(uploads: Readonly<Record<PictureSlot, UploadPicture>>) {
  const [pictures, setPictures] = useState<Pictures>({});
  const running = useRef(new Map<PictureSlot, AbortController>());
  const previews = useRef(new Set<string>());

  useEffect(() => {
    const controllers = running.current;
    const urls = previews.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  function change(slot: PictureSlot, file: File, part: Partial<Picture>) {
    setPictures((current) => {
      const picture = current[slot];
      // Another picture may have replaced it meanwhile.
      return picture?.file === file ? { ...current, [slot]: { ...picture, ...part } } : current;
    });
  }

  async function send(slot: PictureSlot, file: File) {
    const controller = new AbortController();
    running.current.get(slot)?.abort();
    running.current.set(slot, controller);
    const tell = (upload: PictureUpload) => {
      if (!controller.signal.aborted) change(slot, file, { upload });
    };
    tell({ status: "uploading", progress: 0 });
    try {
      const onProgress = (progress: number) => tell({ status: "uploading", progress });
      const { url } = await uploads[slot](file, onProgress, controller.signal);
      tell({ status: "uploaded", url });
    } catch (error) {
      tell({ status: "failed", error: describeProblem(error) });
    }
  }

  function add(slot: PictureSlot, file: File) {
    forget(pictures[slot]);
    const previewUrl = URL.createObjectURL(file);
    previews.current.add(previewUrl);
    const upload = { status: "uploading", progress: 0 } as const;
    setPictures((current) => ({ ...current, [slot]: { file, previewUrl, hints: [], upload } }));
    void send(slot, file);
    void inspectPicture(file).then((hints) => change(slot, file, { hints }));
  }

  function remove(slot: PictureSlot) {
    running.current.get(slot)?.abort();
    forget(pictures[slot]);
    setPictures(({ [slot]: _, ...rest }) => rest);
  }

  function forget(picture: Picture | undefined) {
    if (!picture) return;
    URL.revokeObjectURL(picture.previewUrl);
    previews.current.delete(picture.previewUrl);
  }

  function retry(slot: PictureSlot) {
    const picture = pictures[slot];
    if (picture) void send(slot, picture.file);
  }

  return { pictures, add, remove, retry };
}
