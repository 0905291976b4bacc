import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { ControlLabel } from "./control-label";
import { Icon } from "./icon";
import { mergeRefs } from "./merge-refs";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "size"> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Some but not all of the items it stands for are checked. */
  indeterminate?: boolean | undefined;
}

export function Checkbox({
  label,
  hint,
  error,
  indeterminate = false,
  className,
  ref,
  ...native
}: CheckboxProps) {
  const inputRef = useRef<HTMLInputElement | null>(null);
  const ownId = useId();
  const id = native.id ?? ownId;
  const messageId = `${id}message`;

  useEffect(() => {
    if (inputRef.current) inputRef.current.indeterminate = indeterminate;
  }, [indeterminate]);

  return (
    <div className={classNames("flex items-start gap-2.5", native.disabled && "opacity-45", className)}>
      <span className="relative flex size-5 shrink-0 items-center justify-center">
        <input
          {...native}
          id={id}
          aria-describedby={
            classNames(Boolean(error || hint) && messageId, native["aria-describedby"]) || undefined
          }
          aria-invalid={native["aria-invalid"] ?? (error ? true : undefined)}
          ref={mergeRefs(inputRef, ref)}
          type="checkbox"
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-control border border-ink-3 bg-shelf transition-[background-color,border-color] checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent not-disabled:hover:border-ink-2 disabled:cursor-not-allowed aria-invalid:border-error"
        />
        <Icon
          name={indeterminate ? "minus" : "check"}
          size={14}
          className="pointer-events-none relative text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
        />
      </span>
      <div className="min-w-0">
        <ControlLabel htmlFor={id} isDisabled={native.disabled}>
          {label}
        </ControlLabel>
        <div id={messageId} className="text-12">
          <div aria-live="polite" className="text-error">
            {error && <span className="mt-0.5 block">{error}</span>}
          </div>
          {!error && hint && <div className="mt-0.5 text-ink-3">{hint}</div>}
        </div>
      </div>
    </div>
  );
}
