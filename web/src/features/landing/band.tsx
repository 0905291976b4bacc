import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "@/design/button";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { type PagePath, pageExists } from "@/lib/page-paths";

type BandProps = {
  id: string;
  title: string;
  lead?: string;
  tone?: "abyss" | "deep";
  /** The page to read on; without it the band has no link. */
  link?: { to: PagePath; text: string };
  children: ReactNode;
};

/** A section of the landing page: heading at the left, content beside it. */
export function Band({ id, title, lead, tone = "abyss", link, children }: BandProps) {
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
          "grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:py-24",
        )}
      >
        <div className="flex flex-col items-start gap-4">
          <h2
            id={titleId}
            className="text-balance font-semibold text-28 tracking-tight lg:text-40 lg:tracking-[-0.02em]"
          >
            {title}
          </h2>
          {lead && <p className="max-w-prose text-pretty text-16 text-ink-2">{lead}</p>}
          {link && pageExists(link.to) && (
            <Link to={link.to} className={classNames(buttonClass({ severity: "secondary" }), "mt-2")}>
              {link.text}
            </Link>
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
