import type { Notice } from "@/api/notices";
import { toast } from "@/design/toast";
import { noticeText } from "./notice-text";

const SHOWN_MS = 10_000;

/** Says that a price was reached, wherever the client is. */
export function showPriceAlert(notice: Notice): void {
  const { title, detail } = noticeText(notice);
  toast.add({ severity: "info", summary: title, detail, life: SHOWN_MS });
}
