import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import type { NoticeKind } from "@/api/notices";
import { Card } from "@/design/card";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { toast } from "@/design/toast";
import { type NoticeSettings, noticeSettingsQuery, pushQuery, useChangeNoticeSettings } from "./api";
import { NoticeSettingRow } from "./notice-setting-row";
import { KINDS } from "./notice-text";
import { findPushObstacle, type PushObstacle, subscribeToPush, unsubscribeFromPush } from "./push";

export type NoticeChannel = "in_app" | "email" | "push";

/** How the client is told of each kind. Each change is saved immediately. */
export function NoticeSettingsCard() {
  const settings = useQuery(noticeSettingsQuery);
  return (
    <Card title={i18n._("Notifications")}>
      <QueryView query={settings} skeleton={<Skeleton shape="text" lines={8} />}>
        {(loaded) => <SettingRows settings={loaded} />}
      </QueryView>
    </Card>
  );
}

function SettingRows({ settings }: { settings: NoticeSettings }) {
  const push = useQuery(pushQuery);
  const change = useChangeNoticeSettings();
  const [obstacle, setObstacle] = useState(findPushObstacle);
  const publicKey = push.data?.public_key ?? null;

  async function choose(kind: NoticeKind, channel: NoticeChannel, isOn: boolean) {
    try {
      if (channel === "push" && isOn && publicKey !== null) {
        const found = await subscribeToPush(publicKey);
        setObstacle(found);
        if (found) return;
      }
      const changed = await change.mutateAsync({ [kind]: { [channel]: isOn } });
      if (channel === "push" && !KINDS.some((one) => changed[one].push)) await unsubscribeFromPush();
    } catch (error) {
      const summary = i18n._("Couldn’t save your choice");
      toast.add({ severity: "error", summary, detail: describeProblem(error) });
    }
  }

  const note = pushNote(push.isSuccess && !push.data.enabled, obstacle);
  return (
    <div className="flex flex-col">
      <ul className="flex flex-col">
        {KINDS.map((kind) => (
          <NoticeSettingRow
            key={kind}
            kind={kind}
            settings={settings[kind]}
            canPush={publicKey !== null && obstacle === null}
            onChoose={(channel, isOn) => void choose(kind, channel, isOn)}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-2 border-line border-t pt-4 text-13 text-ink-2">
        <p>
          {i18n._(
            "Security emails are always sent: codes, new-device sign-ins, and changes to your password, email, two-factor authentication and API keys.",
          )}
        </p>
        {note && <p>{note}</p>}
      </div>
    </div>
  );
}

function pushNote(isDisabled: boolean, obstacle: PushObstacle | null): string | null {
  if (isDisabled) return i18n._("Push notifications aren’t available on this exchange.");
  if (obstacle === "blocked") {
    return i18n._(
      "Push notifications are blocked. Allow notifications for this site in your browser settings.",
    );
  }
  if (obstacle === "unsupported") return i18n._("This browser doesn’t support push notifications.");
  return null;
}
