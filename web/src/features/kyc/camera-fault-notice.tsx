import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import type { CameraFault } from "./camera";

interface CameraFaultNoticeProps {
  fault: CameraFault;
  onRetry: () => void;
  onClose: () => void;
}

/** Why the camera failed, and what to do about it. */
export function CameraFaultNotice({ fault, onRetry, onClose }: CameraFaultNoticeProps) {
  const { title, advice } = explain(fault);
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-shelf px-4 py-8 text-center"
    >
      <span className="flex size-12 items-center justify-center rounded-full border border-warn/30 bg-warn/12 text-warn">
        <Icon name="camera" size={20} />
      </span>
      <div className="max-w-prose">
        <p className="font-medium text-14 text-ink">{title}</p>
        <p className="mt-1 text-13 text-ink-2">{advice}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button severity="secondary" size="small" onClick={onClose}>
          {i18n._("Upload a photo instead")}
        </Button>
        {fault !== "unsupported" && (
          <Button severity="link" size="small" onClick={onRetry}>
            {i18n._("Try again")}
          </Button>
        )}
      </div>
    </div>
  );
}

function explain(fault: CameraFault): { title: string; advice: string } {
  switch (fault) {
    case "denied":
      return {
        title: i18n._("The camera is blocked for this site"),
        advice: i18n._("Allow camera access in your browser’s site settings, then try again."),
      };
    case "missing":
      return {
        title: i18n._("No camera found"),
        advice: i18n._(
          "Connect a camera and try again, or take the photo with your phone and upload it here.",
        ),
      };
    case "busy":
      return {
        title: i18n._("The camera didn’t start"),
        advice: i18n._("Another app may be using it. Close that app and try again."),
      };
    case "unsupported":
      return {
        title: i18n._("No camera access in this browser"),
        advice: i18n._("Camera access requires a secure connection (HTTPS)."),
      };
  }
}
