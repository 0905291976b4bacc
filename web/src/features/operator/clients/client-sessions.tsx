import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { EmptyState } from "@/design/empty-state";
import { RowAction } from "@/design/row-action";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { describeSession } from "@/lib/session-text";
import { useMay } from "@/session/operator";
import { type ClientDetail, type ClientSession, useEndAllSessions, useEndSession } from "./api";

/** A null session means all of them. */
type Asked = { session: ClientSession | null };

/** The client's sessions, and buttons to end them. */
export function ClientSessions({ client }: { client: ClientDetail }) {
  const mayEnd = useMay()("clients_freeze");
  const [asked, setAsked] = useState<Asked | null>(null);
  const shown = useLastNonNull(asked);

  return (
    <Card
      title={i18n._("Sessions")}
      actions={
        mayEnd &&
        client.sessions.length > 0 && (
          <Button severity="secondary" size="small" onClick={() => setAsked({ session: null })}>
            {i18n._("Sign out all")}
          </Button>
        )
      }
    >
      {client.sessions.length === 0 ? (
        <EmptyState icon="log-out" title={i18n._("No active sessions")} />
      ) : (
        <ul className="divide-y divide-line">
          {client.sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onEnd={mayEnd ? () => setAsked({ session }) : null}
            />
          ))}
        </ul>
      )}
      {shown && (
        <EndDialog
          client={client}
          session={shown.session}
          open={asked !== null}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function SessionLine({ session, onEnd }: { session: ClientSession; onEnd: (() => void) | null }) {
  return (
    <li className="flex items-center gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p className="text-14 text-ink wrap-anywhere">{session.device}</p>
        <p className="text-12 text-ink-3 tabular-nums wrap-anywhere">{describeSession(session)}</p>
      </div>
      {onEnd && (
        <RowAction
          label={i18n._("Sign out")}
          name={i18n._("Sign out {device}", { device: session.device })}
          onClick={onEnd}
        />
      )}
    </li>
  );
}

interface EndDialogProps {
  client: ClientDetail;
  session: ClientSession | null;
  open: boolean;
  onClose: () => void;
}

function EndDialog({ client, session, open, onClose }: EndDialogProps) {
  const endOne = useEndSession(client.id);
  const endAll = useEndAllSessions(client.id);
  const isPending = endOne.isPending || endAll.isPending;
  const error = endOne.error ?? endAll.error;

  function close() {
    endOne.reset();
    endAll.reset();
    onClose();
  }

  function done(summary: string) {
    close();
    toast.success(summary);
  }

  function confirm() {
    if (session) endOne.mutate(session.id, { onSuccess: () => done(i18n._("Session ended")) });
    else endAll.mutate(undefined, { onSuccess: () => done(i18n._("All sessions ended")) });
  }

  return (
    <ConfirmDialog
      open={open}
      title={
        session
          ? i18n._("Sign out {device}?", { device: session.device })
          : i18n._("Sign this client out everywhere?")
      }
      consequences={[
        session
          ? i18n._("This device is signed out immediately.")
          : i18n._("The client is signed out on all devices immediately."),
        i18n._("API keys keep working. To stop them too, freeze the account."),
      ]}
      confirmLabel={session ? i18n._("End session") : i18n._("Sign out all")}
      severity="error"
      pending={isPending}
      error={error ? describeProblem(error) : undefined}
      onConfirm={confirm}
      onCancel={close}
    />
  );
}
