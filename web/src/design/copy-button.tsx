import { i18n } from "@lingui/core";
import { Button, type ButtonSeverity, type ButtonSize } from "./button";
import { IconButton } from "./icon-button";
import { type CopyOutcome, useCopy } from "./use-copy";

interface CopyButtonProps {
  value: string;
  /** The label: "Copy address". */
  label?: string | undefined;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
  severity?: ButtonSeverity | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

const ICONS = { copied: "check", failed: "x" } as const;

export function CopyButton(props: CopyButtonProps) {
  const { value, label = i18n._("Copy"), showLabel = false, severity = "secondary", size = "small" } = props;
  const { outcome, copy } = useCopy();
  const icon = outcome === null ? "copy" : ICONS[outcome];
  return (
    <>
      {showLabel ? (
        <Button
          icon={icon}
          severity={severity}
          size={size}
          className={props.className}
          onClick={() => copy(value)}
        >
          {label}
        </Button>
      ) : (
        <IconButton
          icon={icon}
          label={label}
          size={size}
          className={props.className}
          onClick={() => copy(value)}
        />
      )}
      <span role="status" className="sr-only">
        {describeCopy(outcome)}
      </span>
    </>
  );
}

export function describeCopy(outcome: CopyOutcome): string {
  if (outcome === null) return "";
  return outcome === "copied" ? i18n._("Copied") : i18n._("Copying isn’t allowed here");
}
