/** Saves a text as a file of the person's own. */
export function downloadText(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has taken the content by the time the click returns to the event loop.
  setTimeout(() => URL.revokeObjectURL(url));
}
