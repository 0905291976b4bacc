import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import type { ControlSize } from "./control-class";
import { FLOATING_SURFACE } from "./floating";

/** One choice in a select or a combobox. */
export interface Option<Value extends string> {
  value: Value;
  label: string;
  /** Secondary text: a coin's name, a balance. Also matched by the combobox's filter. */
  hint?: string | undefined;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

/** The props that a select and a combobox share. */
export interface OptionControlProps<Value extends string> {
  options: readonly Option<Value>[];
  value: Value | null;
  placeholder?: string | undefined;
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  size?: ControlSize | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  onBlur?: (() => void) | undefined;
}

export const POPUP_CLASS = classNames(FLOATING_SURFACE, "min-w-(--anchor-width) rounded-card");

export const LIST_CLASS =
  "max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 outline-none";

export const ITEM_CLASS =
  "flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 text-14 text-ink outline-none data-disabled:cursor-not-allowed data-disabled:opacity-45 data-highlighted:bg-line-strong";

interface OptionTextProps {
  option: Option<string>;
  className?: string | undefined;
}

export function OptionText({ option, className }: OptionTextProps) {
  return (
    <span className={classNames("flex min-w-0 flex-1 items-center gap-2.5", className)}>
      {option.icon}
      <span className="max-w-full shrink-0 truncate">{option.label}</span>
      {option.hint && <span className="ms-auto min-w-0 truncate text-13 text-ink-2">{option.hint}</span>}
    </span>
  );
}
