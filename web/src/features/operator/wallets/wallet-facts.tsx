import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
