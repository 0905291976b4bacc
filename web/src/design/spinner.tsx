import { i18n } from "@lingui/core";
import { Icon } from "./icon";

interface SpinnerProps {
  /** What is loading; "Loading" by default. */
  label?: string | undefined;
  size?: number | undefined;
}

export function Spinner({ label, size = 20 }: SpinnerProps) {
  return (
    <span role="status" className="inline-flex text-ink-2">
      <Icon name="loader-circle" size={size} className="motion-safe:animate-spin" />
      <span className="sr-only">{label ?? i18n._("Loading")}</span>
    </span>
  );
}
