import { i18n } from "@lingui/core";
import { NativeDialog } from "@/design/native-dialog";
import { Switch } from "@/design/switch";
import { setHotkeysOn, useHotkeysOn } from "./hotkeys";

/** All hotkeys. */
export function HotkeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isOn = useHotkeysOn();
  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title={i18n._("Keyboard shortcuts")}
      className="w-full max-w-md"
    >
      <div className="overflow-y-auto px-5 pb-5">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-14">
          {lines().map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-6 rounded-control border border-line-strong bg-raised px-1.5 py-0.5 text-center font-mono text-12"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-5 border-line border-t pt-4">
          <Switch
            checked={isOn}
            onChange={(event) => setHotkeysOn(event.target.checked)}
            label={i18n._("Enable shortcuts")}
          />
        </div>
      </div>
    </NativeDialog>
  );
}

function lines(): { keys: string[]; does: string }[] {
  return [
    { keys: ["/"], does: i18n._("Search pairs") },
    { keys: ["B"], does: i18n._("Buy") },
    { keys: ["S"], does: i18n._("Sell") },
    { keys: ["L"], does: i18n._("Limit order") },
    { keys: ["M"], does: i18n._("Market order") },
    { keys: ["↑", "↓"], does: i18n._("Adjust price or amount by one step") },
    { keys: ["Shift", "↑", "↓"], does: i18n._("Adjust by ten steps") },
    { keys: ["Enter"], does: i18n._("Review the order, then place it") },
    { keys: ["Esc"], does: i18n._("Leave the field or close the dialog") },
    { keys: ["?"], does: i18n._("Show shortcuts") },
  ];
}
