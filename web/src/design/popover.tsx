import { Popover as Base } from "@base-ui/react/popover";
import { i18n } from "@lingui/core";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { FLOATING_LAYER, FLOATING_SURFACE, IsFloating } from "./floating";
import { IconButton } from "./icon-button";

interface PopoverProps {
  /** A button; pressing it opens and closes the popover. */
  trigger: ReactElement<Record<string, unknown>>;
  title: string;
  children: ReactNode;
  side?: "top" | "bottom" | "left" | "right" | undefined;
  align?: "start" | "center" | "end" | undefined;
}

export function Popover({ trigger, title, children, side = "bottom", align = "start" }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={16}
          className={FLOATING_LAYER}
        >
          <Base.Popup
            className={classNames(
              FLOATING_SURFACE,
              "max-h-(--available-height) w-80 max-w-full overflow-y-auto rounded-card p-4",
            )}
          >
            <div className="flex items-start gap-2">
              <Base.Title className="min-w-0 grow py-1.5 font-semibold text-14 wrap-anywhere">
                {title}
              </Base.Title>
              <Base.Close render={<IconButton icon="x" label={i18n._("Close")} size="small" />} />
            </div>
            <div className="mt-2 text-13 text-ink-2">
              <IsFloating value={true}>{children}</IsFloating>
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
