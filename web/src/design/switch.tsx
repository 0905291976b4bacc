import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/lib/class-names";
import { ControlLabel } from "./control-label";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "size"> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A setting that takes effect immediately; use a checkbox for what waits for a submit. */
export function Switch({ label, hint, className, ...native }: SwitchProps) {
  const ownId = useId();
  const id = native.id ?? ownId;
  const hintId = `${id}hint`;
  const attributes = {
    ...native,
    id,
    "aria-describedby": classNames(Boolean(hint) && hintId, native["aria-describedby"]) || undefined,
    // The native checkbox already has the state: aria-checked could only contradict it.
    role: "switch",
  };
  return (
    <div
      className={classNames(
        "flex items-start justify-between gap-4",
        native.disabled && "opacity-45",
        className,
      )}
    >
      <div className="min-w-0 py-0.5">
        <ControlLabel htmlFor={id} isDisabled={native.disabled} hint={hint} hintId={hintId}>
          {label}
        </ControlLabel>
      </div>
      <span className="relative h-6 w-10 shrink-0">
        <input
          {...attributes}
          type="checkbox"
          className={classNames(
            "peer absolute inset-0 appearance-none rounded-full border border-ink-3 bg-shelf transition-[background-color,border-color] checked:border-accent checked:bg-accent not-disabled:hover:border-ink-2 checked:not-disabled:hover:border-accent",
            native.disabled ? "cursor-not-allowed" : "cursor-pointer",
          )}
        />
        <span className="pointer-events-none absolute start-1 top-1 size-4 rounded-full bg-ink-2 transition-[translate,background-color] peer-checked:translate-x-4 rtl:peer-checked:-translate-x-4 peer-checked:bg-on-accent" />
      </span>
    </div>
  );
}
