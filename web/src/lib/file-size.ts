const KILOBYTE = 1000;
const MEGABYTE = 1000 * KILOBYTE;

/** Formats a file size: "480 kB", "2.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`;
  return `${Math.max(1, Math.round(bytes / KILOBYTE))} kB`;
}
