import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

interface ControlLabelProps {
  htmlFor: string;
  isDisabled: boolean | undefined;
  hint?: ReactNode;
  hintId?: string;
  className?: string | false;
  children: ReactNode;
}

/** The label of a checkbox, radio button or switch, and its hint. */
export function ControlLabel({ htmlFor, isDisabled, hint, hintId, className, children }: ControlLabelProps) {
  return (
    <>
      <label
        htmlFor={htmlFor}
        className={classNames(
          "block text-14 text-ink",
          isDisabled ? "cursor-not-allowed" : "cursor-pointer",
          className,
        )}
      >
        {children}
      </label>
      {hint && (
        <div id={hintId} className="mt-0.5 text-12 text-ink-3">
          {hint}
        </div>
      )}
    </>
  );
}
