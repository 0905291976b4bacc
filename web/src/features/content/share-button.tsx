import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { describeCopy } from "@/design/copy-button";
import { toast } from "@/design/toast";
import { copyText } from "@/design/use-copy";

/** Opens the device's share sheet; copies the link where there is none. */
export function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.href;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // Closing the sheet is a choice; any other failure falls back to the link.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    if (await copyText(url)) toast.success(i18n._("Link copied"));
    else toast.add({ severity: "error", summary: describeCopy("failed"), life: 5_000 });
  }

  return (
    <Button severity="secondary" size="small" icon="link" onClick={() => void share()}>
      {i18n._("Share")}
    </Button>
  );
}
