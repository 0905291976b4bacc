import { i18n } from "@lingui/core";
import { type ComponentProps, useState } from "react";
import { classNames } from "@/lib/class-names";
import { CONTROL_INPUT_CLASS, type ControlSize, controlFrameClass } from "./control-class";
import { useFieldControl } from "./field-context";
import { IconButton } from "./icon-button";

interface PasswordInputProps extends Omit<ComponentProps<"input">, "size" | "type"> {
  size?: ControlSize | undefined;
}

export function PasswordInput({ size = "normal", className, ...native }: PasswordInputProps) {
  const wiring = useFieldControl(native);
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className={controlFrameClass(size, className)}>
      <input
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        {...native}
        {...wiring}
        type={isRevealed ? "text" : "password"}
        className={classNames(CONTROL_INPUT_CLASS, "pe-1")}
      />
      {!native.disabled && (
        <IconButton
          icon={isRevealed ? "eye-off" : "eye"}
          label={isRevealed ? i18n._("Hide password") : i18n._("Show password")}
          size="small"
          aria-controls={wiring.id}
          onClick={() => setRevealed(!isRevealed)}
          className="me-1 max-h-full"
        />
      )}
    </div>
  );
}
