import { i18n } from "@lingui/core";
import { Modal } from "@/design/modal";
import { Switch } from "@/design/switch";
import { persistedSwitch } from "@/lib/persisted-switch";

const useAreKeysOn = persistedSwitch("cw:console-keys");

/** Whether single-key shortcuts are on; stored in this browser, because some people need them off. */
export function useKeyChoice(): [areOn: boolean, choose: (areOn: boolean) => void] {
  return [useAreKeysOn(), useAreKeysOn.setState];
}

/** The shortcut key shown in a button; the button has aria-keyshortcuts for screen readers. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="ms-2 hidden pointer-fine:inline">
      <kbd className="rounded-control border border-current px-1.5 font-mono text-12 opacity-70">
        {children}
      </kbd>
    </span>
  );
}

interface KeysDialogProps {
  open: boolean;
  areKeysOn: boolean;
  onSwitch: (areOn: boolean) => void;
  onClose: () => void;
}

export function KeysDialog({ open, areKeysOn, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={i18n._("Shortcuts")}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
        {keyList().map(({ keys, act }) => (
          <div key={act} className="contents">
            <dt className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-control border border-line-strong bg-raised px-1.5 py-0.5 font-mono text-12 text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-line border-t pt-4">
        <Switch
          label={i18n._("Single-key shortcuts")}
          hint={i18n._("Turn them off if you use dictation or press them by mistake.")}
          checked={areKeysOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
      </div>
    </Modal>
  );
}

function keyList(): { keys: string[]; act: string }[] {
  return [
    { keys: ["A"], act: i18n._("Approve the case") },
    { keys: ["R"], act: i18n._("Reject the case") },
    { keys: ["C"], act: i18n._("Compare document and selfie") },
    { keys: ["J", "↓"], act: i18n._("Next case") },
    { keys: ["K", "↑"], act: i18n._("Previous case") },
    { keys: ["+", "-", "0"], act: i18n._("Zoom the hovered or focused photo") },
    { keys: ["?"], act: i18n._("Show shortcuts") },
    { keys: ["Esc"], act: i18n._("Close dialog") },
  ];
}
