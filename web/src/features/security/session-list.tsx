import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Icon, type IconName } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { RowAction } from "@/design/row-action";
import { toast } from "@/design/toast";
import { describeSession } from "@/lib/session-text";
import { type SessionRow, sessionsQuery, useEndOtherSessions, useEndSession } from "./api";

/** The client's sessions. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const hasOthers = sessions.data?.items.some((session) => !session.current) ?? false;
  return (
    <Card title={i18n._("Where you are signed in")} actions={hasOthers && <EndOthersButton />}>
      <QueryView query={sessions} empty={i18n._("No active sessions.")}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.toSorted(currentFirst).map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
      <p className="mt-3 text-12 text-ink-3">
        {i18n._("Sessions end after 24 hours of inactivity, or after 7 days.")}
      </p>
    </Card>
  );
}

function currentFirst(one: SessionRow, other: SessionRow): number {
  return Number(other.current) - Number(one.current);
}

function SessionLine({ session }: { session: SessionRow }) {
  const end = useEndSession();

  function endIt() {
    end.mutate(session.id, {
      onSuccess: () => toast.success(i18n._("{device} signed out", { device: session.device })),
      onError: (error) =>
        toast.add({
          severity: "error",
          summary: i18n._("Couldn’t sign out"),
          detail: describeProblem(error),
        }),
    });
  }

  return (
    <li className="flex items-center gap-4 py-3">
      <Icon name={deviceIcon(session.device)} size={20} className="text-ink-3 max-sm:hidden" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-ink">
          <span className="wrap-anywhere">{session.device}</span>
          {session.current && <Badge severity="success">{i18n._("This device")}</Badge>}
        </p>
        <p className="mt-0.5 text-12 text-ink-3 tabular-nums wrap-anywhere">{describeSession(session)}</p>
      </div>
      {!session.current && (
        <RowAction
          label={i18n._("Sign out")}
          name={i18n._("Sign out {device}", { device: session.device })}
          pending={end.isPending}
          onClick={endIt}
        />
      )}
    </li>
  );
}

function EndOthersButton() {
  const [isOpen, setOpen] = useState(false);
  const end = useEndOtherSessions();

  function confirm() {
    end.mutate(undefined, {
      onSuccess() {
        setOpen(false);
        toast.success(i18n._("All other devices signed out"));
      },
    });
  }

  return (
    <>
      <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
        {i18n._("Sign out all others")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={i18n._("Sign out all other devices?")}
        consequences={[i18n._("All other devices are signed out."), i18n._("API keys keep working.")]}
        confirmLabel={i18n._("Sign out all others")}
        pending={end.isPending}
        error={end.error ? describeProblem(end.error) : undefined}
        onConfirm={confirm}
        onCancel={() => {
          end.reset();
          setOpen(false);
        }}
      />
    </>
  );
}

function deviceIcon(device: string): IconName {
  if (/iPhone|iPad|Android/.test(device)) return "smartphone";
  return / on /.test(device) ? "laptop" : "code";
}
