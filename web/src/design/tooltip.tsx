import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactElement, useId } from "react";
import { classNames } from "@/lib/class-names";
import { FLOATING_LAYER, FLOATING_SURFACE, useFloatingHome } from "./floating";

interface TooltipProps {
  text: string;
  /** The control it describes: one focusable element. */
  children: ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom" | "left" | "right" | undefined;
}

/** A short addition to a control. Not available by touch, so essential information belongs in the page. */
export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  const id = useId();
  const home = useFloatingHome();
  return (
    <Base.Root>
      <Base.Trigger delay={300} aria-describedby={id} render={children} />
      <Base.Portal {...home}>
        <Base.Positioner side={side} sideOffset={8} collisionPadding={8} className={FLOATING_LAYER}>
          <Base.Popup
            id={id}
            role="tooltip"
            className={classNames(
              FLOATING_SURFACE,
              "max-w-72 rounded-control px-3 py-2 text-13 wrap-anywhere",
            )}
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
