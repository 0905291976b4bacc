import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { fullName } from "@/lib/identity-text";
import { useMay } from "@/session/operator";
import type { Case } from "./api";
import { CasePerson } from "./case-person";
import { Key } from "./key";
import { PictureBoard } from "./picture-board";
import type { PictureView } from "./picture-viewer";
import { StatusBadge } from "./status-badge";

interface CaseViewProps {
  shown: Case;
  Picture: PictureView;
  onCompare: () => void;
}

/** The case: who the client claims to be, and the pictures that should show it. */
export function CaseView({ shown, Picture, onCompare }: CaseViewProps) {
  return (
    <article className="@container flex min-w-0 flex-col gap-3">
      <CaseHeading key={shown.client_id} shown={shown} onCompare={onCompare} />
      <div className="grid items-start gap-3 @5xl:grid-cols-[minmax(0,1fr)_16rem]">
        <CasePerson shown={shown} />
        <PictureBoard photos={shown.photos} Picture={Picture} />
      </div>
    </article>
  );
}

function CaseHeading({ shown, onCompare }: Pick<CaseViewProps, "shown" | "onCompare">) {
  const heading = useRef<HTMLHeadingElement>(null);
  const may = useMay();

  // The next case opens by itself: whoever works by keyboard or listens is taken to it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="text-12 text-ink-3">{i18n._("Name on the document")}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-20 outline-none wrap-anywhere">
            {fullName(shown.personal_info) ?? i18n._("No name given ({email})", { email: shown.email })}
          </h2>
          <StatusBadge status={shown.status} />
          {shown.is_frozen && (
            <Badge severity="warn" icon="snowflake">
              {i18n._("Account frozen")}
            </Badge>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {may("clients") && (
          <Link
            to={`/operator/clients/${shown.client_id}`}
            // The look at a client, too, is written into the audit log.
            preload={false}
            className="inline-flex min-h-6 items-center text-13 text-accent underline-offset-4 hover:underline"
          >
            {i18n._("Open client")}
          </Link>
        )}
        <Button severity="secondary" size="small" icon="columns-3" aria-keyshortcuts="c" onClick={onCompare}>
          {i18n._("Compare")}
          <Key>C</Key>
        </Button>
      </div>
    </header>
  );
}
