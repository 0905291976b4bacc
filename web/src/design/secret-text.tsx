import { i18n } from "@lingui/core";
import { useState } from "react";
import { classNames } from "@/lib/class-names";
import { CopyButton } from "./copy-button";
import { IconButton } from "./icon-button";

interface SecretTextProps {
  value: string;
  /** The name of the secret: "API secret". */
  label: string;
  className?: string | undefined;
}

/** A fixed length, so that the mask does not reveal the secret's length. */
const MASK = "•".repeat(12);

export function SecretText({ value, label, className }: SecretTextProps) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div
      className={classNames(
        "flex min-h-10 min-w-0 items-center gap-1 rounded-control border border-line bg-deep py-1 pe-1 ps-3",
        className,
      )}
    >
      <span className="min-w-0 flex-1 break-all font-mono text-13 text-ink">
        {isRevealed ? (
          value
        ) : (
          <>
            <span aria-hidden="true">{MASK}</span>
            <span className="sr-only">{i18n._("{label}, hidden", { label })}</span>
          </>
        )}
      </span>
      <IconButton
        icon={isRevealed ? "eye-off" : "eye"}
        label={isRevealed ? i18n._("Hide {label}", { label }) : i18n._("Show {label}", { label })}
        size="small"
        onClick={() => setRevealed(!isRevealed)}
      />
      <CopyButton value={value} label={i18n._("Copy {label}", { label })} />
    </div>
  );
}
