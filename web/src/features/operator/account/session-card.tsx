import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { formatDateTime } from "@/lib/dates";
import { type Account, useEndOtherSessions } from "./api";

export function SessionCard({ sessions }: { sessions: Account["sessions"] }) {
  const end = useEndOtherSessions();

  return (
    <Card
      title={i18n._("Open sessions")}
      actions={
        sessions.length > 1 && (
          <Button severity="secondary" size="small" pending={end.isPending} onClick={() => end.mutate()}>
            {i18n._("Sign out all others")}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, ip, last_seen_at, current }) => (
          <li key={id} className="py-2 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 text-14 text-ink wrap-anywhere">
              {device || i18n._("Unknown app")}
              {current && <Badge severity="success">{i18n._("This session")}</Badge>}
            </p>
            <p className="text-12 text-ink-3">
              {i18n._("{ip}, last seen {time}", { ip, time: formatDateTime(last_seen_at) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
