import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { pageExists } from "@/lib/page-paths";

type BandProps = {
  id: string;
  title: string;
  lead?: string;
  tone?: "abyss" | "deep";
  /** The pages that the band is about. Until they all exist, it is marked as a preview. */
  about?: readonly string[];
  children: ReactNode;
};

/** A section of the landing page: heading at the left, content beside it. */
export function Band(props: BandProps) {
  const { id, title, lead, tone = "abyss", about = [], children } = props;
  const titleId = `${id}-title`;

  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={classNames("border-line border-t", tone === "deep" ? "bg-deep" : "bg-abyss")}
    >
      <div
        className={classNames(
          PAGE_WIDTH.reading,
          "grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:py-28",
        )}
      >
        <div className="flex flex-col gap-4">
          <h2
            id={titleId}
            className="text-balance font-semibold text-28 tracking-tight lg:text-40 lg:tracking-[-0.02em]"
          >
            {title}
          </h2>
          {lead && <p className="max-w-prose text-pretty text-16 text-ink-2">{lead}</p>}
          {!about.every(pageExists) && (
            <p className="max-w-prose text-pretty text-ink-3">{i18n._("Not everything here is live yet.")}</p>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}

type Fact = { title: string; text: string };

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
      {facts.map((fact) => (
        <div key={fact.title} className="flex flex-col gap-2 border-line border-t pt-4">
          <dt className="font-semibold text-16">{fact.title}</dt>
          <dd className="text-pretty text-16 text-ink-2">{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}
