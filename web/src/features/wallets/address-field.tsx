import { i18n } from "@lingui/core";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { formatDateTime } from "@/lib/dates";
import { serverNow } from "@/lib/server-clock";
import type { AddressBook, SavedAddress } from "./address-api";

/** An address that was typed, or one of the address book. */
export type ChosenAddress = { text: string; saved: SavedAddress | null };

interface AddressFieldProps {
  /** Those of the coin on the network. */
  saved: readonly SavedAddress[];
  isAllowListOn: boolean;
  value: ChosenAddress;
  /** What is wrong with the address. */
  error: string | null;
  onChange: (value: ChosenAddress) => void;
}

const NEW = "new";

/** An address from the book, or a new one where the allow-list permits it. */
export function AddressField({ saved, isAllowListOn, value, error, onChange }: AddressFieldProps) {
  const options = saved.map((each) => ({
    value: each.id,
    label: each.label,
    hint: isAllowListOn && isWaiting(each) ? waitText(each) : shorten(each.address),
    disabled: isAllowListOn && isWaiting(each),
  }));
  if (!isAllowListOn)
    options.unshift({ value: NEW, label: i18n._("New address"), hint: "", disabled: false });
  const chosen = value.saved?.id ?? (isAllowListOn ? null : NEW);

  return (
    <div className="flex flex-col gap-4">
      {(saved.length > 0 || isAllowListOn) && (
        <Field
          label={i18n._("Address book")}
          error={value.saved ? error : null}
          hint={isAllowListOn ? explainAllowList(saved) : undefined}
        >
          <Select
            options={options}
            value={chosen}
            placeholder={i18n._("Choose a saved address")}
            disabled={options.length === 0}
            onValueChange={(id) =>
              onChange({ text: "", saved: saved.find((each) => each.id === id) ?? null })
            }
          />
        </Field>
      )}
      {value.saved ? (
        <p className="break-all font-mono text-13 text-ink-2">{value.saved.address}</p>
      ) : (
        !isAllowListOn && (
          <Field label={i18n._("Address")} error={error}>
            <TextInput
              {...VERBATIM}
              maxLength={120}
              value={value.text}
              className="font-mono"
              onChange={(event) => onChange({ text: event.target.value.trim(), saved: null })}
            />
          </Field>
        )
      )}
    </div>
  );
}

function explainAllowList(saved: readonly SavedAddress[]): string {
  if (saved.length === 0 || !saved.every(isWaiting)) {
    return i18n._("Your allow-list is on: only saved addresses can be used.");
  }
  return i18n._("Your allow-list is on. Your first saved address can be used from {time}.", {
    time: formatDateTime(Math.min(...saved.map(({ allowed_at }) => allowed_at))),
  });
}

/** The saved addresses of a coin on a network. */
export function savedFor(book: AddressBook | undefined, coin: string, network: string): SavedAddress[] {
  return book?.items.filter((each) => each.coin === coin && each.network === network) ?? [];
}

function isWaiting({ allowed_at }: SavedAddress): boolean {
  return allowed_at * 1000 > serverNow();
}

function waitText({ allowed_at }: SavedAddress): string {
  return i18n._("Allowed from {time}", { time: formatDateTime(allowed_at) });
}

function shorten(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}
