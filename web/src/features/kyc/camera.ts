import { useEffect, useState } from "react";

/** The facing mode: at the person, or away from them. */
export type CameraSide = "user" | "environment";
export type CameraFault = "denied" | "missing" | "busy" | "unsupported";
export type CameraState =
  | { status: "starting" }
  | { status: "live"; stream: MediaStream }
  | { status: "failed"; fault: CameraFault };

const JPEG_QUALITY = 0.92;

/** Opens a camera while the component is mounted, and stops it on unmount. */
export function useCamera(side: CameraSide) {
  const [state, setState] = useState<CameraState>({ status: "starting" });
  const [hasSeveral, setHasSeveral] = useState(false);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    setState({ status: "starting" });
    openCamera(side).then(
      async (opened) => {
        stream = opened;
        if (isOver) return stopCamera(opened);
        for (const track of opened.getTracks()) {
          track.addEventListener("ended", () => !isOver && setState({ status: "failed", fault: "busy" }));
        }
        setState({ status: "live", stream: opened });
        const several = await hasSeveralCameras();
        if (!isOver) setHasSeveral(several);
      },
      (error: unknown) => !isOver && setState({ status: "failed", fault: faultOf(error) }),
    );
    return () => {
      isOver = true;
      if (stream) stopCamera(stream);
    };
  }, [side]);

  return { state, hasSeveral };
}

/** The current video frame as a JPEG in full size. */
export function captureFrame(video: HTMLVideoElement, name: string): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) => resolve(blob && new File([blob], name, { type: "image/jpeg" })),
      "image/jpeg",
      JPEG_QUALITY,
    );
  });
}

function openCamera(side: CameraSide): Promise<MediaStream> {
  // Browsers expose cameras only in secure contexts.
  if (!navigator.mediaDevices) return Promise.reject(new DOMException("No camera here", "NotSupportedError"));
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: side }, width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function hasSeveralCameras(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter((device) => device.kind === "videoinput").length > 1;
}

function faultOf(error: unknown): CameraFault {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotSupportedError":
      return "unsupported";
    default:
      return "busy";
  }
}
