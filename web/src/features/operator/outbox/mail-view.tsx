import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { describeProblem } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { CopyButton } from "@/design/copy-button";
import { RowAction } from "@/design/row-action";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { type Mail, type MailRow, type MailStatus, useRetryMail } from "./api";
import { mailStatusName } from "./model";

/** An email as sent, with its delivery status. */
export function MailView({ mail }: { mail: Mail }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <article className="rounded-card border border-line bg-deep">
        <header className="border-line border-b px-4 py-3">
          <h2 className="font-semibold text-16 wrap-anywhere">{mail.subject}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-1 text-13 text-ink-2">
            <span className="wrap-anywhere">
              {i18n._("{sender} to {recipient}", { sender: mail.sender_name, recipient: mail.recipient })}
            </span>
            <CopyButton value={mail.recipient} label={i18n._("Copy email address")} />
          </p>
        </header>
        <p className="whitespace-pre-wrap p-4 font-mono text-13 text-ink wrap-anywhere">{mail.text_body}</p>
      </article>
      <div className="flex flex-col gap-4">
        <Card
          title={i18n._("Delivery")}
          actions={mail.sent_at === null && mail.attempts > 0 && <RetryButton mail={mail} />}
        >
          <dl className="flex flex-col gap-2 text-13">
            <Fact name={i18n._("Status")}>
              <MailBadge status={mail.status} />
            </Fact>
            <Fact name={i18n._("Created")}>{formatDateTime(mail.created_at)}</Fact>
            {mail.sent_at !== null && <Fact name={i18n._("Submitted")}>{formatDateTime(mail.sent_at)}</Fact>}
            <Fact name={i18n._("Attempts")}>{mail.attempts}</Fact>
            {mail.attempts > 0 && mail.next_attempt_at !== null && mail.sent_at === null && (
              <Fact name={i18n._("Next attempt")}>{formatDateTime(mail.next_attempt_at)}</Fact>
            )}
          </dl>
          {mail.last_error && mail.sent_at === null && (
            <p className="mt-3 text-13 text-warn wrap-anywhere">{mail.last_error}</p>
          )}
        </Card>
        <Banner severity="info">
          {i18n._("Codes and links are hidden: only the recipient may see them. This view is logged.")}
        </Banner>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-3">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-end text-ink tabular-nums">{children}</dd>
    </div>
  );
}

const LOOKS = {
  waiting: { severity: "info", icon: "clock" },
  failing: { severity: "warn", icon: "triangle-alert" },
  given_up: { severity: "error", icon: "circle-x" },
  sent: { severity: "success", icon: "check" },
} as const;

export function MailBadge({ status }: { status: MailStatus }) {
  return <Badge {...LOOKS[status]}>{mailStatusName(status)}</Badge>;
}

export function RetryButton({ mail }: { mail: Pick<MailRow, "id" | "subject"> }) {
  const retry = useRetryMail();

  function tryAgain() {
    retry.mutate(mail.id, {
      onSuccess: () => toast.success(i18n._("Sending again")),
      onError: (error) =>
        toast.add({ severity: "error", summary: i18n._("Couldn’t retry"), detail: describeProblem(error) }),
    });
  }

  return (
    <RowAction
      icon="refresh-cw"
      label={i18n._("Try again")}
      name={i18n._("Retry: {subject}", { subject: mail.subject })}
      pending={retry.isPending}
      onClick={tryAgain}
    />
  );
}
