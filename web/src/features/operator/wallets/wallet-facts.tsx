import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CopyButton } from "@/design/copy-button";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-4 text-14 sm:grid-cols-2">{children}</dl>;
}

export function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classNames("min-w-0", isWide && "col-span-full sm:col-span-2")}>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2 text-ink wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} className="whitespace-nowrap tabular-nums">
      {formatDateTime(at)}
    </time>
  );
}

/** A link to a client's page; without a name, by the end of the id, which differs most. */
export function ClientLink({ id, name }: { id: string; name?: string }) {
  return (
    <Link
      to="/operator/clients/$client"
      params={{ client: id }}
      preload={false}
      title={id}
      className={classNames(
        "text-accent underline-offset-4 wrap-anywhere hover:underline",
        name === undefined && "font-mono text-13",
      )}
    >
      {name ?? `…${id.slice(-8)}`}
    </Link>
  );
}

type FullHashProps = { text: string; copyLabel: string; href: string | undefined };

/** An identifier in full: whoever decides must be able to compare all of it. */
export function FullHash({ text, copyLabel, href }: FullHashProps) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono text-13 wrap-anywhere">{text}</span>
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
