import { i18n } from "@lingui/core";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { Spinner } from "@/design/spinner";
import { classNames } from "@/lib/class-names";
import { type CameraFault, type CameraSide, captureFrame, useCamera } from "./camera";

export type CameraFrame = "card" | "page" | "face";

interface CameraViewProps {
  /** The accessible name of the picture. */
  label: string;
  frame: CameraFrame;
  fileName: string;
  onCapture: (file: File) => void;
  onClose: () => void;
}

/** A live camera with a guide frame. */
export function CameraView(props: CameraViewProps) {
  const [side, setSide] = useState<CameraSide>(props.frame === "face" ? "user" : "environment");
  const [attempt, setAttempt] = useState(0);
  return (
    <LiveCamera
      {...props}
      key={`${side} ${attempt}`}
      side={side}
      onTurn={() => setSide(side === "user" ? "environment" : "user")}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

interface LiveCameraProps extends CameraViewProps {
  side: CameraSide;
  onTurn: () => void;
  onRetry: () => void;
}

function LiveCamera(props: LiveCameraProps) {
  const { label, frame, fileName, side, onCapture, onClose, onTurn, onRetry } = props;
  const { state, hasSeveral } = useCamera(side);
  const [isReady, setReady] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const stream = state.status === "live" ? state.stream : null;

  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  useEffect(() => {
    if (isReady) shutter.current?.focus();
  }, [isReady]);

  async function capture() {
    const file = video.current && (await captureFrame(video.current, fileName));
    if (file) onCapture(file);
  }

  if (state.status === "failed") {
    return <CameraFaultNotice fault={state.fault} onRetry={onRetry} onClose={onClose} />;
  }
  return (
    <div className="overflow-hidden rounded-card border border-line bg-abyss">
      <div className="relative aspect-3/4 max-h-[60dvh] w-full sm:aspect-video">
        <video
          ref={video}
          aria-label={label}
          autoPlay
          muted
          playsInline
          // Chromium delivers black frames before this.
          onLoadedData={() => setReady(true)}
          className={classNames("size-full object-contain", side === "user" && "-scale-x-100")}
        />
        {isReady ? (
          <AimingFrame frame={frame} />
        ) : (
          <div className="absolute inset-0 grid place-items-center">
            <Spinner label={i18n._("Starting the camera")} size={28} />
          </div>
        )}
      </div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 border-line border-t bg-deep px-3 py-3">
        <div>
          <Button severity="link" size="small" onClick={onClose}>
            {i18n._("Close")}
          </Button>
        </div>
        <Button ref={shutter} icon="camera" disabled={!isReady} onClick={() => void capture()}>
          {i18n._("Take photo")}
        </Button>
        <div className="text-end">
          {hasSeveral && (
            <IconButton
              icon="refresh-cw"
              label={
                side === "user" ? i18n._("Switch to the back camera") : i18n._("Switch to the front camera")
              }
              onClick={onTurn}
            />
          )}
        </div>
      </div>
    </div>
  );
}

const FRAMES: Record<CameraFrame, string> = {
  card: "aspect-[1.586] w-[88%] max-w-[80%] rounded-card sm:h-[78%] sm:w-auto",
  page: "aspect-[1.42] w-[88%] max-w-[80%] rounded-card sm:h-[84%] sm:w-auto",
  face: "aspect-[0.76] h-[76%] rounded-[50%]",
};

function AimingFrame({ frame }: { frame: CameraFrame }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 grid place-items-center overflow-hidden"
    >
      <div
        className={classNames(
          "relative border-2 border-ink/80 shadow-[0_0_0_100vmax_var(--mask)]",
          FRAMES[frame],
        )}
      >
        {frame === "face" && (
          <Icon
            name="scan-face"
            size={28}
            className="absolute inset-x-0 -top-10 mx-auto text-ink-2 max-sm:hidden"
          />
        )}
      </div>
    </div>
  );
}

interface CameraFaultNoticeProps {
  fault: CameraFault;
  onRetry: () => void;
  onClose: () => void;
}

/** Why the camera failed, and what to do about it. */
function CameraFaultNotice({ fault, onRetry, onClose }: CameraFaultNoticeProps) {
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
