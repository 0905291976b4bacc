import { downloadFile } from "./download-file";

/** Saves a text as a file of the person's own. */
export function downloadText(filename: string, text: string): void {
  downloadFile(filename, new Blob([text], { type: "text/plain;charset=utf-8" }));
}
