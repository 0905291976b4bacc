import { useEffect, useRef, useState } from "react";

export type UploadFile<Result> = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<Result>;

interface UploadBase {
  id: number;
  file: File;
}

export type Upload<Result> = UploadBase &
  (
    | { status: "uploading"; progress: number }
    | { status: "uploaded"; result: Result }
    | { status: "failed"; error: string; canRetry: boolean }
  );

export interface UploadsOptions<Result> {
  upload: UploadFile<Result>;
  /** Validates a file before it is uploaded; null if valid. */
  findFault: (file: File) => string | null;
  explainError: (error: unknown) => string;
  multiple: boolean;
  onUploaded?: ((result: Result, file: File) => void) | undefined;
  onRemoved?: ((result: Result, file: File) => void) | undefined;
}

/** The uploads of one drop zone. */
export function useUploads<Result>(options: UploadsOptions<Result>) {
  const { upload, findFault, explainError, multiple, onUploaded, onRemoved } = options;
  const [uploads, setUploads] = useState<Upload<Result>[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const nextId = useRef(0);

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  function replace(changed: Upload<Result>) {
    setUploads((current) => current.map((entry) => (entry.id === changed.id ? changed : entry)));
  }

  async function send({ id, file }: UploadBase) {
    const controller = new AbortController();
    running.current.set(id, controller);
    const onProgress = (progress: number) => {
      if (!controller.signal.aborted) replace({ id, file, status: "uploading", progress });
    };
    try {
      const result = await upload(file, onProgress, controller.signal);
      if (controller.signal.aborted) return;
      replace({ id, file, status: "uploaded", result });
      onUploaded?.(result, file);
    } catch (error) {
      if (controller.signal.aborted) return;
      replace({ id, file, status: "failed", error: explainError(error), canRetry: true });
    } finally {
      running.current.delete(id);
    }
  }

  function start(file: File): Upload<Result> {
    nextId.current += 1;
    const id = nextId.current;
    const fault = findFault(file);
    if (fault !== null) return { id, file, status: "failed", error: fault, canRetry: false };
    return { id, file, status: "uploading", progress: 0 };
  }

  function drop(entry: Upload<Result>) {
    running.current.get(entry.id)?.abort();
    if (entry.status === "uploaded") onRemoved?.(entry.result, entry.file);
  }

  function add(files: readonly File[]) {
    const started = (multiple ? files : files.slice(0, 1)).map(start);
    if (started.length === 0) return;
    if (!multiple) uploads.forEach(drop);
    setUploads(multiple ? [...uploads, ...started] : started);
    for (const entry of started) if (entry.status === "uploading") void send(entry);
  }

  function remove(entry: Upload<Result>) {
    drop(entry);
    setUploads(uploads.filter(({ id }) => id !== entry.id));
  }

  function retry({ id, file }: Upload<Result>) {
    replace({ id, file, status: "uploading", progress: 0 });
    void send({ id, file });
  }

  return { uploads, add, remove, retry };
}
