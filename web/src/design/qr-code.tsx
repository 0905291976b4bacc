import { useMemo } from "react";
import { encode } from "uqr";
import { classNames } from "@/lib/class-names";

interface QrCodeProps {
  value: string;
  /** The accessible name: "QR code of your Bitcoin address". */
  label: string;
  /** Edge length in pixels. */
  size?: number;
  className?: string | undefined;
}

/** Modules of white around the code; scanners need four to find it. */
const QUIET_ZONE = 4;

export function QrCode({ value, label, size = 176, className }: QrCodeProps) {
  const { edge, path } = useMemo(() => draw(value), [value]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${edge} ${edge}`}
      shapeRendering="crispEdges"
      className={classNames("h-auto max-w-full rounded-card", className)}
    >
      {/* Black on white in every theme: many scanners do not read it otherwise. */}
      <rect width={edge} height={edge} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

function draw(value: string) {
  const { data, size } = encode(value, { ecc: "M", border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { edge: size, path };
}
