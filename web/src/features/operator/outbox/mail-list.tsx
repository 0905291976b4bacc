import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { PagedList } from "@/design/paged-list";
import { Select } from "@/design/select";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { TextInput } from "@/design/text-input";
import { formatDateTime } from "@/lib/dates";
import { type MailFilter, type MailRow, mailsQuery } from "./api";
import { MailBadge, RetryButton } from "./mail-view";
import { isNothingTried, mailStatusOf, mailStatusOptions } from "./model";

type MailFilterFormProps = { filter: MailFilter; onFilter: (filter: MailFilter) => void };

/** Remount it for another filter, which discards typed text. */
export function MailFilterForm({ filter, onFilter }: MailFilterFormProps) {
  const [to, setTo] = useState(filter.to);

  function find(event: FormEvent) {
    event.preventDefault();
    onFilter({ ...filter, to: to.trim() });
  }

  return (
    <search>
      <form onSubmit={find} className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={i18n._("Status")}
          size="small"
          className="w-36!"
          options={mailStatusOptions()}
          value={filter.status ?? "all"}
          onValueChange={(status) => onFilter({ to: to.trim(), status: mailStatusOf(status) })}
        />
        <TextInput
          aria-label={i18n._("Recipient’s email address")}
          placeholder={i18n._("Full email address")}
          type="search"
          autoComplete="off"
          size="small"
          icon="search"
          className="w-64! max-w-full"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" severity="secondary" size="small">
          {i18n._("Search")}
        </Button>
      </form>
    </search>
  );
}

export function MailList({ filter }: { filter: MailFilter }) {
  const mails = useInfiniteQuery(mailsQuery(filter));

  return (
    <PagedList query={mails} skeleton={<Skeleton shape="table" rows={8} columns={4} />}>
      {(rows) => (
        <div className="flex flex-col gap-4">
          {isNothingTried(rows, mails.dataUpdatedAt / 1000) && <NothingTried />}
          <ListTable
            caption={i18n._("Emails, newest first")}
            width="many"
            columns={columns()}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/operator/outbox/${id}`}
            empty={<NoMails isFiltered={filter.to !== "" || filter.status !== null} />}
          />
        </div>
      )}
    </PagedList>
  );
}

function NothingTried() {
  return (
    <Banner severity="info">
      {i18n._(
        "These emails haven’t been sent. Without a mail server (SMTP_URL), they stay here to read; once it’s set, they’re sent automatically.",
      )}
    </Banner>
  );
}

function NoMails({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon="search" title={i18n._("No emails match these filters")}>
        {i18n._("Enter the full email address.")}
      </EmptyState>
    );
  }
  return <EmptyState icon="mail" title={i18n._("Emails to clients appear here.")} />;
}

function columns(): TableColumn<MailRow>[] {
  return [
    { key: "subject", header: i18n._("Subject"), cell: ({ subject }) => <Subject text={subject} /> },
    {
      key: "to",
      header: i18n._("To"),
      cell: ({ recipient }) => <span className="break-all text-ink-2">{recipient}</span>,
    },
    { key: "status", header: i18n._("Status"), cell: ({ status }) => <MailBadge status={status} /> },
    {
      key: "created",
      header: i18n._("Created"),
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    { key: "state", header: i18n._("Result"), cell: (mail) => <State mail={mail} /> },
    {
      key: "actions",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      cell: (mail) => mail.sent_at === null && mail.attempts > 0 && <RetryButton mail={mail} />,
    },
  ];
}

function Subject({ text }: { text: string }) {
  return <span className="inline-block max-w-80 whitespace-normal wrap-anywhere">{text}</span>;
}

function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} className="whitespace-nowrap tabular-nums">
      {formatDateTime(at)}
    </time>
  );
}

function State({ mail }: { mail: MailRow }) {
  if (mail.sent_at !== null) return i18n._("Submitted {time}", { time: formatDateTime(mail.sent_at) });
  if (mail.attempts === 0) return <span className="text-ink-3">{i18n._("Not sent yet")}</span>;
  return (
    <span className="block max-w-96 text-13 @max-5xl:text-end">
      {mail.last_error && <span className="block text-warn wrap-anywhere">{mail.last_error}</span>}
      <span className="block text-ink-3">
        {mail.next_attempt_at === null
          ? i18n._("{attempts, plural, one {Gave up after # attempt} other {Gave up after # attempts}}", {
              attempts: mail.attempts,
            })
          : i18n._("Attempt {attempt}: {time}", {
              attempt: mail.attempts + 1,
              time: formatDateTime(mail.next_attempt_at),
            })}
      </span>
    </span>
  );
}
