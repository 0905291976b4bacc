import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { Switch } from "@/design/switch";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { type MailChoices, parseMailChoices, useSavePreferences } from "./api";

export function NotificationsCard({ client }: { client: Client }) {
  const kept = parseMailChoices(client.site_data.notifications);
  // The optimistic choice until the server has responded; null afterwards.
  const [draft, setDraft] = useState<MailChoices | null>(null);
  const save = useSavePreferences();
  const choices = draft ?? kept;

  function choose(choice: Partial<MailChoices>) {
    const notifications = { ...choices, ...choice };
    setDraft(notifications);
    save.mutate(
      { notifications },
      {
        onError: (error) =>
          toast.add({
            severity: "error",
            summary: i18n._("Couldn’t save your choice"),
            detail: describeProblem(error),
          }),
        onSettled: () => setDraft(null),
      },
    );
  }

  return (
    <Card title={i18n._("Emails")}>
      <div className="flex flex-col gap-5">
        <Switch
          label={i18n._("Identity verification")}
          hint={i18n._("When your documents are approved or need changes.")}
          checked={choices.kyc}
          onChange={(event) => choose({ kyc: event.target.checked })}
        />
        <Switch
          label={i18n._("Replies from support")}
          hint={i18n._("When one of your tickets has a new message.")}
          checked={choices.support}
          onChange={(event) => choose({ support: event.target.checked })}
        />
        <p className="flex gap-2 border-line border-t pt-4 text-13 text-ink-2">
          <Icon name="shield" className="mt-px text-ink-3" />
          {i18n._(
            "Security emails are always sent: codes, new-device sign-ins, and changes to your password, email, two-factor authentication and API keys.",
          )}
        </p>
      </div>
    </Card>
  );
}
