/** Downloads a blob as a file. */
export function downloadFile(filename: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has read the blob by the time the click returns to the event loop.
  setTimeout(() => URL.revokeObjectURL(url));
}
