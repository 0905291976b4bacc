import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/dates";
import { countryName, documentName, formatDay } from "@/lib/identity-text";
import type { Case } from "./api";
import { waitingTime } from "./model";
import { useNow } from "./use-now";

/** What the client says of himself, to be held against the document. */
export function CasePerson({ shown }: { shown: Case }) {
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
