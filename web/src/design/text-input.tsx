import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { CONTROL_INPUT_CLASS, type ControlSize, controlFrameClass } from "./control-class";
import { useFieldControl } from "./field-context";
import { Icon, type IconName } from "./icon";

interface TextInputProps extends Omit<ComponentProps<"input">, "size"> {
  size?: ControlSize | undefined;
  icon?: IconName | undefined;
  /** Inside the frame, after the text: a unit, a button. */
  suffix?: ReactNode;
  /** For the frame; native attributes are passed to the input. */
  className?: string | undefined;
}

export function TextInput({ size = "normal", icon, suffix, className, ...native }: TextInputProps) {
  const wiring = useFieldControl(native);
  return (
    <div className={controlFrameClass(size, className)}>
      {icon && <Icon name={icon} className="ms-3 text-ink-3" />}
      <input
        type="text"
        {...native}
        {...wiring}
        className={classNames(CONTROL_INPUT_CLASS, icon && "ps-2", Boolean(suffix) && "pe-2")}
      />
      {suffix && <span className="flex shrink-0 items-center pe-3 text-13 text-ink-3">{suffix}</span>}
    </div>
  );
}
