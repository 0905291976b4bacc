import type { ComponentProps } from "react";
import { classNames } from "@/lib/class-names";
import { pressProps } from "./button";
import { Icon } from "./icon";
import type { IconName } from "./icons/icon-names";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  icon: IconName;
  /** The action; announced to screen readers and shown as a native tooltip. */
  label: string;
  /** `plain` has no frame, `framed` looks like a button. */
  look?: "plain" | "framed";
  size?: "small" | "normal" | "large";
  pending?: boolean | undefined;
}

const LOOKS = {
  plain: "border-transparent text-ink-2 not-disabled:hover:bg-raised not-disabled:hover:text-ink",
  framed: "border-line-strong bg-raised text-ink not-disabled:hover:border-ink-3 not-disabled:active:bg-line",
};

const SIZES = { small: "size-8", normal: "size-10", large: "size-12" };
const ICON_SIZES = { small: 16, normal: 18, large: 20 };

export function IconButton({
  icon,
  label,
  look = "plain",
  size = "normal",
  pending = false,
  className,
  onClick,
  type = "button",
  ...native
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...native}
      type={type}
      aria-label={label}
      {...pressProps(pending, onClick, native["aria-disabled"])}
      className={classNames(
        "inline-flex shrink-0 items-center justify-center rounded-control border transition-[background-color,border-color,color] disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-progress",
        LOOKS[look],
        SIZES[size],
        className,
      )}
    >
      <Icon
        name={pending ? "loader-circle" : icon}
        size={ICON_SIZES[size]}
        className={pending ? "motion-safe:animate-spin" : undefined}
      />
    </button>
  );
}
