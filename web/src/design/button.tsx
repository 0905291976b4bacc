import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons/icon-names";

export type ButtonSeverity = "primary" | "secondary" | "success" | "error" | "link";
export type ButtonSize = "small" | "normal" | "large";

interface ButtonLook {
  severity?: ButtonSeverity | undefined;
  size?: ButtonSize | undefined;
  fullWidth?: boolean | undefined;
}

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  icon?: IconName | undefined;
  /** An action is in progress: keeps width and focus, and ignores further presses. */
  pending?: boolean | undefined;
}

const BASE =
  "relative inline-flex max-w-full shrink-0 select-none items-center justify-center rounded-control border py-1 text-center font-medium transition-[background-color,border-color,color,filter] disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-progress";

const FILLED =
  "border-transparent not-disabled:hover:brightness-110 not-disabled:active:brightness-90 aria-disabled:brightness-75";

const SEVERITIES: Record<ButtonSeverity, string> = {
  primary: `${FILLED} bg-accent text-on-accent`,
  secondary:
    "border-line-strong bg-raised text-ink not-disabled:hover:border-ink-3 not-disabled:active:bg-line",
  success: `${FILLED} bg-success text-on-status`,
  error: `${FILLED} bg-error text-on-status`,
  link: "border-transparent text-accent underline-offset-4 not-disabled:hover:underline not-disabled:active:text-ink",
};

const SIZES: Record<ButtonSize, string> = {
  small: "min-h-8 gap-1.5 px-3 text-13",
  normal: "min-h-10 gap-2 px-4 text-14",
  large: "min-h-12 gap-2 px-6 text-16",
};

const ICON_SIZES: Record<ButtonSize, number> = { small: 14, normal: 16, large: 18 };

/** The classes of a button, for links. */
export function buttonClass({ severity = "primary", size = "normal", fullWidth = false }: ButtonLook = {}) {
  return classNames(BASE, SEVERITIES[severity], SIZES[size], fullWidth && "w-full");
}

/** The state of a button whose action may be in progress. */
export function pressProps(
  pending: boolean,
  onClick: ButtonProps["onClick"],
  isDisabled: ButtonProps["aria-disabled"],
) {
  return {
    "aria-busy": pending || undefined,
    "aria-disabled": pending || isDisabled,
    onClick(event: MouseEvent<HTMLButtonElement>) {
      // A disabled button would lose the focus, so the press is ignored instead.
      if (pending) event.preventDefault();
      else onClick?.(event);
    },
  };
}

export function Button({
  severity = "primary",
  size = "normal",
  fullWidth = false,
  icon,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  ...native
}: ButtonProps) {
  return (
    <button
      {...native}
      type={type}
      {...pressProps(pending, onClick, native["aria-disabled"])}
      className={classNames(buttonClass({ severity, size, fullWidth }), className)}
    >
      {icon && <Icon name={icon} size={ICON_SIZES[size]} className={pending ? "opacity-0" : undefined} />}
      <span className={pending ? "opacity-0" : undefined}>{children}</span>
      {pending && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Icon name="loader-circle" size={ICON_SIZES[size] + 2} className="motion-safe:animate-spin" />
        </span>
      )}
    </button>
  );
}
