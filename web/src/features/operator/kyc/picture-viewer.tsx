import { i18n } from "@lingui/core";
import { type ComponentType, useRef } from "react";
import { IconButton } from "@/design/icon-button";
import { classNames } from "@/lib/class-names";
import { formatRate } from "@/lib/format-number";
import { useZoom } from "./use-zoom";

/** Renders a stored picture with access control. */
export type PictureView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

interface PictureViewerProps {
  url: string;
  name: string;
  Picture: PictureView;
  /** Sets the height of the frame. */
  frameClass: string;
}

/** A picture that can be zoomed, dragged and rotated. */
export function PictureViewer({ url, name, Picture, frameClass }: PictureViewerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { view, zoomIn, zoomOut, turnLeft, showWhole } = useZoom(frame);
  const isNear = view.scale > 1;
  const isOnSide = view.turns % 2 === 1;
  const transform = `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale}) rotate(${-90 * view.turns}deg)`;

  return (
    <figure
      aria-label={name}
      className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-deep"
    >
      <div
        ref={frame}
        data-zoom={view.scale}
        className={classNames(
          "relative select-none overflow-hidden bg-abyss [container-type:size]",
          // Touch scrolls the page over a whole picture and pans a zoomed one.
          isNear
            ? "cursor-grab touch-none active:cursor-grabbing"
            : "cursor-zoom-in touch-pan-y touch-pinch-zoom",
          frameClass,
        )}
      >
        <div
          style={{ transform }}
          className={classNames(
            "absolute top-1/2 left-1/2",
            isOnSide ? "h-[100cqw] w-[100cqh]" : "h-[100cqh] w-[100cqw]",
          )}
        >
          <Picture url={url} alt={name} className="size-full rounded-none! border-0!" />
        </div>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-1 border-line border-t py-0.5 pe-1 ps-3">
        <span className="me-auto font-medium text-13 text-ink-2">{name}</span>
        {isNear && (
          <span className="px-1 text-12 text-ink-3 tabular-nums">{formatRate(view.scale.toFixed(2))}</span>
        )}
        <span className="flex">
          <IconButton
            icon="minus"
            size="small"
            label={i18n._("Zoom out: {picture}", { picture: name })}
            disabled={!isNear}
            onClick={zoomOut}
          />
          <IconButton
            icon="plus"
            size="small"
            label={i18n._("Zoom in: {picture}", { picture: name })}
            onClick={zoomIn}
          />
          <IconButton
            icon="rotate-ccw"
            size="small"
            label={i18n._("Rotate left: {picture}", { picture: name })}
            onClick={turnLeft}
          />
          <IconButton
            icon="minimize"
            size="small"
            label={i18n._("Fit to view: {picture}", { picture: name })}
            onClick={showWhole}
          />
        </span>
      </figcaption>
    </figure>
  );
}
