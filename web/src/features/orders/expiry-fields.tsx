import { i18n } from "@lingui/core";
import { useState } from "react";
import { DateField } from "@/design/date-field";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { isDay, localDay } from "@/lib/day";
import type { OrderFormState } from "./use-order-form";

const END_OF_DAY = "23:59";
const TIME = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;

/** The expiry of a good-till-date order: a day, by default at its last minute. */
export function ExpiryFields({ state }: { state: OrderFormState }) {
  const [today] = useState(() => localDay(new Date()));
  const [known, setKnown] = useState(() => state.draft.expiresAt.split("T"));
  const [day = "", time = END_OF_DAY] = known;
  const [wasLeft, setLeft] = useState(false);
  const clock = readTime(time);

  function change(next: { day?: string; time?: string }) {
    const wanted = { day, time, ...next };
    const read = readTime(wanted.time);
    setKnown([wanted.day, wanted.time]);
    state.edit({ expiresAt: isDay(wanted.day) && read ? `${wanted.day}T${read}` : "" });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
      <DateField
        label={i18n._("Expiry date")}
        name="expiresAt"
        size="small"
        min={today}
        value={day}
        onValueChange={(next) => change({ day: next })}
        onCommit={() => state.notes.touch("expiresAt")}
        error={clock && isDayOrNothing(day) ? state.notes.problemAt("expiresAt") : undefined}
      />
      <Field label={i18n._("Time")} error={wasLeft && !clock ? i18n._("Use hh:mm.") : undefined}>
        <TextInput
          size="small"
          inputMode="tel"
          autoComplete="off"
          placeholder="hh:mm"
          value={time}
          onChange={(event) => {
            setLeft(false);
            change({ time: event.target.value });
          }}
          onBlur={() => {
            setLeft(true);
            if (!clock) return;
            setKnown([day, clock]);
            state.notes.touch("expiresAt");
          }}
        />
      </Field>
    </div>
  );
}

const isDayOrNothing = (day: string) => day === "" || isDay(day);

/** Parses a time to `HH:mm`, or null. */
function readTime(text: string): string | null {
  const [, hours, minutes] = TIME.exec(text.trim()) ?? [];
  return hours && minutes ? `${hours.padStart(2, "0")}:${minutes}` : null;
}
