import { classNames } from "@/lib/class-names";
import type { IconName } from "./icons/icon-names";
import spriteUrl from "./icons/sprite.svg?url";

export type { IconName };

interface IconProps {
  name: IconName;
  /** Edge length in pixels. */
  size?: number;
  /** The accessible name if no text beside it has the meaning; without it the icon is decorative. */
  label?: string | undefined;
  className?: string | undefined;
}

// "Back" and "forward" are mirrored where a text runs from right to left.
const DIRECTIONAL = /^(arrow|chevron)-(left|right)$/;

export function Icon({ name, size = 16, label, className }: IconProps) {
  const drawing = <use href={`${spriteUrl}#${name}`} />;
  const classes = classNames("shrink-0", DIRECTIONAL.test(name) && "rtl:-scale-x-100", className);
  if (label === undefined) {
    return (
      <svg aria-hidden="true" width={size} height={size} className={classes}>
        {drawing}
      </svg>
    );
  }
  return (
    <svg role="img" aria-label={label} width={size} height={size} className={classes}>
      {drawing}
    </svg>
  );
}
