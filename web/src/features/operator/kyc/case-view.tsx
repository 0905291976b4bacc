import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import { countryName, documentName, formatDay, fullName } from "@/lib/identity-text";
import { useMay } from "@/session/operator";
import type { Case, CasePhotos } from "./api";
import { StatusBadge } from "./case-queue";
import { slotsOf, waitingTime } from "./model";
import { type PictureView, PictureViewer } from "./picture-viewer";
import { Key } from "./shortcuts";
import { pictureName } from "./texts";
import { useNow } from "./use-review";

interface CaseViewProps {
  shown: Case;
  Picture: PictureView;
  onCompare: () => void;
}

/** The case: the client's personal information and the pictures. */
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

  // The next case opens automatically: move the focus to it for keyboards and screen readers.
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
            // No preloading, because every access to a client is audited.
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

interface PictureBoardProps {
  photos: CasePhotos;
  Picture: PictureView;
}

/** All submitted pictures side by side. */
function PictureBoard({ photos, Picture }: PictureBoardProps) {
  const slots = slotsOf(photos);
  return (
    <section aria-label={i18n._("Photos")} className="@container min-w-0">
      <div
        className={classNames(
          "grid gap-3 @md:grid-cols-2",
          slots.length > 2 && "@3xl:grid-cols-3 @md:@max-3xl:*:last:col-span-2",
        )}
      >
        {slots.map(({ slot, url }) => (
          <PictureViewer
            key={url}
            url={url}
            name={pictureName(slot)}
            Picture={Picture}
            frameClass="h-52 @3xl:h-80"
          />
        ))}
      </div>
    </section>
  );
}

/** The client's personal information, to be compared with the document. */
function CasePerson({ shown }: { shown: Case }) {
  const { personal_info: person } = shown;
  const now = useNow();
  const address = [person.address, person.postal_code, person.city, person.region].filter(Boolean).join(", ");
  return (
    <dl
      aria-label={i18n._("Compare with the document")}
      className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-card border border-line bg-deep px-4 py-3 @md:grid-cols-3 @5xl:order-1 @5xl:grid-cols-1"
    >
      <Fact label={i18n._("Document")}>{documentName(shown.type)}</Fact>
      <Fact label={i18n._("Date of birth")}>
        {person.birth_date && <time dateTime={person.birth_date}>{formatDay(person.birth_date)}</time>}
      </Fact>
      <Fact label={i18n._("Country")}>{person.country && countryName(person.country, i18n.locale)}</Fact>
      <Fact label={i18n._("Address")} isWide>
        {address}
      </Fact>
      <Fact label={i18n._("Email address")}>{shown.email}</Fact>
      <Fact label={i18n._("Registered")}>
        <Moment at={shown.registered_at} />
      </Fact>
      <Fact label={i18n._("Submitted")}>
        <Moment at={shown.submitted_at} />
        {shown.status === "pending" && (
          <span className="block text-12 text-ink-2">
            {i18n._("{time} ago", { time: waitingTime(now - shown.submitted_at) })}
          </span>
        )}
      </Fact>
    </dl>
  );
}

function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at * 1000).toISOString()}>{formatDateTime(at)}</time>;
}

function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? "col-span-full min-w-0" : "min-w-0"}>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="text-14 text-ink wrap-anywhere">
        {children || <span className="text-warn">{i18n._("not given")}</span>}
      </dd>
    </div>
  );
}
