import { classNames } from "@/lib/class-names";

export type ControlSize = "small" | "normal" | "large";

const HEIGHTS: Record<ControlSize, string> = { small: "h-8", normal: "h-10", large: "h-12" };

const SURFACE =
  "rounded-control border border-line-control bg-shelf transition-[border-color,background-color] hover:border-ink-3";

/** The frame around a text-like control; it gets its state from the control inside by CSS, not by props. */
export function controlFrameClass(size: ControlSize, className?: string) {
  return classNames(
    "flex w-full min-w-0 items-center has-[input:disabled]:cursor-not-allowed has-[input:disabled]:border-line has-[input:disabled]:bg-deep",
    "has-[input:focus-visible]:border-accent has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-accent",
    "has-[[aria-invalid=true]]:border-error has-[[aria-invalid=true]:focus-visible]:border-error has-[[aria-invalid=true]:focus-visible]:outline-error",
    SURFACE,
    HEIGHTS[size],
    className,
  );
}

/** The native control inside the frame. Below 16 px, phones zoom in when a field gets the focus. */
export const CONTROL_INPUT_CLASS =
  "h-full w-full min-w-0 rounded-control bg-transparent px-3 text-14 text-ink outline-none placeholder:text-ink-3 disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:text-16";

/** Attributes of a control for addresses, codes and names, which browsers must not complete or correct. */
export const VERBATIM = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;
