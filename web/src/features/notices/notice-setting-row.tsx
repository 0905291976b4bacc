import { i18n } from "@lingui/core";
import type { NoticeKind } from "@/api/notices";
import { Switch } from "@/design/switch";
import type { NoticeSettings } from "./api";
import { kindName } from "./notice-text";

type NoticeChannel = "in_app" | "email" | "push";

type NoticeSettingRowProps = {
  kind: NoticeKind;
  settings: NoticeSettings[NoticeKind];
  canPush: boolean;
  onChoose: (channel: NoticeChannel, isOn: boolean) => void;
};

// These emails are part of the service.
const FIXED_EMAIL: readonly NoticeKind[] = ["withdrawal", "kyc", "security"];

/** One kind, with a switch for each way of telling the client. */
export function NoticeSettingRow({ kind, settings, canPush, onChoose }: NoticeSettingRowProps) {
  const name = kindName(kind);
  const channels = [
    { channel: "in_app", label: i18n._("In the list"), isFixed: false },
    { channel: "email", label: i18n._("Email"), isFixed: FIXED_EMAIL.includes(kind) },
    // One that is on can be switched off wherever the client is.
    { channel: "push", label: i18n._("Push"), isFixed: !(canPush || settings.push) },
  ] as const;
  return (
    <li className="border-line border-t py-4 first:border-t-0 first:pt-0">
      <fieldset className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <legend className="float-left font-medium text-14 sm:grow">{name}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {channels.map(({ channel, label, isFixed }) => (
            <Switch
              key={channel}
              label={label}
              aria-label={i18n._("{label}: {name}", { label, name })}
              checked={settings[channel]}
              disabled={isFixed}
              onChange={(event) => onChoose(channel, event.target.checked)}
              className="gap-2"
            />
          ))}
        </div>
      </fieldset>
    </li>
  );
}
