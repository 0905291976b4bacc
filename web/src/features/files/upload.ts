import { logUnauthorized, requestHeaders } from "@/api/client";
import type { components, operations } from "@/api/generated/schema";
import { problemOfFailure, problemOfResponse } from "@/api/problem-parsing";
import type { UploadFile } from "@/design/use-uploads";

export type StoredFile = components["schemas"]["FileView"];
export type FileKind = Exclude<operations["upload_file"]["parameters"]["query"]["type"], "news">;

// For a large picture over a slow connection; the api client's timeout of ten seconds is too short.
const TIMEOUT_MS = 180_000;

/** Uploads one picture of a client. */
export function uploadFile(kind: FileKind): UploadFile<StoredFile> {
  return uploadTo(`/v1/file?type=${kind}`);
}

/** Uploads one picture to a call of the API; every failure becomes a `ProblemError`. */
export function uploadTo(path: string): UploadFile<StoredFile> {
  return (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // Not fetch, which cannot report upload progress.
      const request = new XMLHttpRequest();
      const fail = (cause: unknown) => reject(problemOfFailure(cause));
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      request.addEventListener("load", () => {
        logUnauthorized(request.status);
        try {
          resolve(readAnswer(request));
        } catch (error) {
          reject(error);
        }
      });
      request.addEventListener("error", () => fail(new TypeError("The upload broke off")));
      request.addEventListener("timeout", () =>
        fail(new DOMException("The upload took too long", "TimeoutError")),
      );
      signal.addEventListener("abort", () => {
        request.abort();
        reject(signal.reason);
      });

      request.open("POST", `${location.origin}/api${path}`);
      request.timeout = TIMEOUT_MS;
      for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
      const form = new FormData();
      form.append("file", file);
      request.send(form);
    });
}

function readAnswer(request: XMLHttpRequest): StoredFile {
  const body = parseJson(request.responseText);
  if (request.status === 201 && body !== null) return body as StoredFile;
  const retryAfter = request.getResponseHeader("Retry-After");
  const headers: HeadersInit = retryAfter === null ? {} : { "Retry-After": retryAfter };
  throw problemOfResponse(new Response(null, { status: request.status, headers }), body);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
