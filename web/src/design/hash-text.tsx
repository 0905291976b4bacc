import { i18n } from "@lingui/core";
import { CopyButton } from "./copy-button";
import { Icon } from "./icon";

interface HashTextProps {
  /** A transaction id, an address, a reference. */
  text: string;
  /** The accessible name of the button: "Copy transaction ID". */
  copyLabel: string;
  /** Where a block explorer shows it. */
  href?: string | undefined;
  /** Shows all of it, on several lines if need be: for addresses that are to be compared. */
  isWhole?: boolean;
}

const MAX_LENGTH = 20;

/** An identifier, shortened in the middle, with a copy button and a link to an explorer if there is one. */
export function HashText({ text, copyLabel, href, isWhole = false }: HashTextProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <span title={text} className="min-w-0 break-all font-mono text-12 text-ink-2">
        {text.length > MAX_LENGTH && !isWhole ? `${text.slice(0, 10)}…${text.slice(-6)}` : text}
      </span>
      <CopyButton value={text} label={copyLabel} className="-my-2" />
      {href !== undefined && (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex size-6 shrink-0 items-center justify-center text-accent hover:text-ink"
        >
          <Icon name="external-link" size={14} label={i18n._("Open in block explorer")} />
        </a>
      )}
    </span>
  );
}
