import { formatAmount } from "./format-number";

const KILOBYTE = 1000;
const MEGABYTE = 1000 * KILOBYTE;

/** Formats a file size: "480 kB", "2.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${formatAmount((bytes / MEGABYTE).toFixed(1))} MB`;
  return `${formatAmount(Math.max(1, bytes / KILOBYTE).toFixed(0))} kB`;
}
