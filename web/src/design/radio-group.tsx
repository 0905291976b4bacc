import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/lib/class-names";
import { ControlLabel } from "./control-label";
import { useFieldGroup } from "./field-context";

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

type RegisteredProps = Pick<ComponentProps<"input">, "ref" | "onBlur" | "onChange" | "name">;

interface RadioGroupProps<Value extends string> extends RegisteredProps {
  options: readonly RadioOption<Value>[];
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  value?: Value | undefined;
  defaultValue?: Value | undefined;
  onValueChange?: ((value: Value) => void) | undefined;
  disabled?: boolean | undefined;
  /** `cards` frames each option, for few options with a hint each. */
  look?: "list" | "cards";
  className?: string | undefined;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { options, value, defaultValue, onValueChange, disabled, look = "list", className } = props;
  const { isInvalid, ...naming } = useFieldGroup(props["aria-label"]);
  const ownName = useId();
  const state = (option: Value) => {
    if (value !== undefined) return { checked: option === value };
    return defaultValue === undefined ? {} : { defaultChecked: option === defaultValue };
  };
  return (
    <div
      {...naming}
      role="radiogroup"
      aria-invalid={isInvalid || undefined}
      className={classNames("flex flex-col", look === "cards" ? "gap-2" : "gap-3", className)}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          {...state(option.value)}
          ref={props.ref}
          name={props.name ?? ownName}
          value={option.value}
          label={option.label}
          hint={option.hint}
          look={look}
          isInvalid={isInvalid}
          disabled={disabled || option.disabled}
          onBlur={props.onBlur}
          onChange={(event) => {
            props.onChange?.(event);
            onValueChange?.(option.value);
          }}
        />
      ))}
    </div>
  );
}

interface RadioProps extends ComponentProps<"input"> {
  label: ReactNode;
  hint: ReactNode;
  look: "list" | "cards";
  isInvalid: boolean;
}

function Radio({ label, hint, look, isInvalid, ...native }: RadioProps) {
  const hintId = useId();
  const id = useId();
  return (
    <div
      className={classNames(
        "relative flex items-start gap-2.5",
        look === "cards" &&
          "rounded-control border border-line-control bg-shelf p-3 transition-[border-color] hover:border-ink-3 has-checked:border-accent",
      )}
    >
      <input
        {...native}
        id={id}
        type="radio"
        aria-describedby={hint ? hintId : undefined}
        className={classNames(
          "size-5 shrink-0 appearance-none rounded-full border bg-shelf transition-[border-width,border-color] checked:border-6 checked:border-accent disabled:cursor-not-allowed",
          "not-disabled:cursor-pointer not-disabled:not-checked:hover:border-ink-2",
          isInvalid ? "border-error" : "border-ink-3",
          native.disabled && "opacity-45",
        )}
      />
      <div className="min-w-0">
        <ControlLabel
          htmlFor={id}
          isDisabled={native.disabled}
          hint={hint}
          hintId={hintId}
          className={look === "cards" && "after:absolute after:inset-0"}
        >
          {/* The hint is not faded: it says why this cannot be chosen. */}
          {native.disabled ? <span className="opacity-45">{label}</span> : label}
        </ControlLabel>
      </div>
    </div>
  );
}
