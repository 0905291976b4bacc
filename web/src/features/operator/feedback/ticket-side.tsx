import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { mutationDialog } from "@/api/operator-dialogs";
import { Button, buttonClass } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { CopyButton } from "@/design/copy-button";
import { Icon } from "@/design/icon";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { useMay } from "@/session/operator";
import { type Ticket, useCloseTicket } from "./api";

/** The ticket's topic and client, and a button to close it. */
export function TicketSide({ ticket, topic }: { ticket: Ticket; topic: string }) {
  const may = useMay();
  return (
    <Card>
      <dl className="flex flex-col gap-3 text-13">
        <Fact name={i18n._("Ticket")}>
          <span className="font-mono">{ticket.ticket}</span>
          <CopyButton value={ticket.ticket} label={i18n._("Copy ticket number")} />
        </Fact>
        <Fact name={i18n._("From")}>
          <span className="wrap-anywhere">{ticket.email}</span>
          <CopyButton value={ticket.email} label={i18n._("Copy email address")} />
        </Fact>
        <Fact name={i18n._("Topic")}>{topic}</Fact>
        {ticket.reference && (
          <Fact name={i18n._("Reference")}>
            <span className="font-mono wrap-anywhere">{ticket.reference}</span>
            <CopyButton value={ticket.reference} label={i18n._("Copy reference")} />
          </Fact>
        )}
        <Fact name={i18n._("Created")}>{formatDateTime(ticket.created_at)}</Fact>
        <Fact name={i18n._("Last updated")}>{formatDateTime(ticket.updated_at)}</Fact>
      </dl>
      <div className="mt-4 flex flex-col gap-2">
        {ticket.client_id && may("clients") && (
          <Link
            to={`/operator/clients/${ticket.client_id}`}
            className={buttonClass({ severity: "secondary", size: "small", fullWidth: true })}
          >
            <Icon name="user" size={14} />
            {i18n._("Open client")}
          </Link>
        )}
        {ticket.client_id === null && (
          <p className="text-12 text-ink-3">{i18n._("Sent by a visitor who wasn’t signed in.")}</p>
        )}
        {ticket.status !== "closed" && <CloseButton ticket={ticket} />}
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="flex min-h-6 min-w-0 items-center gap-1 text-ink">{children}</dd>
    </div>
  );
}

function CloseButton({ ticket }: { ticket: Ticket }) {
  const [isAsking, setAsking] = useState(false);
  const { confirm, dialog } = mutationDialog({
    mutation: useCloseTicket(ticket.id),
    onClose: () => setAsking(false),
    onSuccess: () => {
      const summary = i18n._("{ticket} closed", { ticket: ticket.ticket });
      toast.success(summary);
    },
  });

  return (
    <>
      <Button severity="secondary" size="small" icon="check" fullWidth onClick={() => setAsking(true)}>
        {i18n._("Close ticket")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={i18n._("Close {ticket}?", { ticket: ticket.ticket })}
        consequences={[
          i18n._("It’s removed from open tickets. The client isn’t notified."),
          i18n._("A client’s reply reopens it."),
        ]}
        confirmLabel={i18n._("Close ticket")}
        onConfirm={() => confirm()}
        {...dialog}
      />
    </>
  );
}
