import { i18n } from "@lingui/core";
import { type RefObject, useId, useState } from "react";
import { addMonths, clampDay, type Day, isDay, partsOf, type Weekday } from "@/lib/day";
import { Button } from "./button";
import { DateGrid } from "./date-grid";
import { FieldContext } from "./field-context";
import { IconButton } from "./icon-button";
import { NativeDialog } from "./native-dialog";
import { NativeSelect } from "./native-select";
import { useMedia } from "./use-media";

interface CalendarProps {
  /** The chosen day, or other text in the input. */
  value: string;
  today: Day;
  min: Day;
  max: Day;
  firstWeekday: Weekday;
  /** An empty string clears the day. */
  onChoose: (day: Day | "") => void;
  onClose: () => void;
}

interface DateCalendarProps extends CalendarProps {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
}

/** The calendar of a date input: anchored to the input, or at the bottom on phones. */
export function DateCalendar({ open, anchor, ...calendar }: DateCalendarProps) {
  const isPhone = useMedia("(width < 40rem)");
  return (
    <NativeDialog
      open={open}
      onClose={calendar.onClose}
      title={i18n._("Choose date")}
      place={isPhone ? "bottom" : "free"}
      hasHiddenTitle
      className={isPhone ? undefined : "w-80 backdrop:bg-transparent!"}
      anchor={isPhone ? undefined : anchor}
    >
      {/* The field around the input does not label the selects in here. */}
      <FieldContext value={null}>
        <Calendar {...calendar} />
      </FieldContext>
    </NativeDialog>
  );
}

function Calendar({ value, today, min, max, firstWeekday, onChoose, onClose }: CalendarProps) {
  const selected = isDay(value) ? value : null;
  const [day, setDay] = useState(() => clampDay(selected ?? today, min, max));
  const titleId = useId();

  return (
    <div className="flex flex-col gap-2 overflow-y-auto p-3">
      <MonthPicker day={day} min={min} max={max} onChange={setDay} />
      <p id={titleId} aria-live="polite" className="sr-only">
        {monthFormat({ month: "long", year: "numeric" })(day)}
      </p>
      <DateGrid
        {...{ day, selected, today, min, max, firstWeekday, onChoose }}
        onMove={setDay}
        aria-labelledby={titleId}
      />
      <div className="flex justify-end gap-1">
        {today >= min && today <= max && (
          <Button severity="link" className="me-auto" onClick={() => onChoose(today)}>
            {i18n._("Today")}
          </Button>
        )}
        {selected && (
          <Button severity="link" onClick={() => onChoose("")}>
            {i18n._("Clear")}
          </Button>
        )}
        <Button severity="secondary" onClick={onClose}>
          {i18n._("Cancel")}
        </Button>
      </div>
    </div>
  );
}

interface MonthPickerProps {
  day: Day;
  min: Day;
  max: Day;
  onChange: (day: Day) => void;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

function MonthPicker({ day, min, max, onChange }: MonthPickerProps) {
  const [year, month] = partsOf(day);
  const [firstYear] = partsOf(min);
  const [lastYear] = partsOf(max);
  const nameOf = monthFormat({ month: "long" });
  const move = (months: number) => onChange(clampDay(addMonths(day, months), min, max));
  const monthOf = (number: number) => `${day.slice(0, 5)}${String(number).padStart(2, "0")}`;
  const isOutside = (prefix: string) =>
    prefix < min.slice(0, prefix.length) || prefix > max.slice(0, prefix.length);

  return (
    <div className="flex items-center gap-1">
      <IconButton
        icon="chevron-left"
        label={i18n._("Previous month")}
        disabled={isOutside(addMonths(day, -1).slice(0, 7))}
        onClick={() => move(-1)}
      />
      <div className="grid grow grid-cols-[3fr_2fr] gap-1">
        <NativeSelect
          size="normal"
          aria-label={i18n._("Month")}
          options={MONTHS.map((number) => ({
            value: String(number),
            label: nameOf(`${monthOf(number)}-01`),
            disabled: isOutside(monthOf(number)),
          }))}
          value={String(month)}
          onChange={(next) => move(Number(next) - month)}
        />
        <NativeSelect
          size="normal"
          aria-label={i18n._("Year")}
          options={Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
            const text = String(lastYear - index);
            return { value: text, label: text };
          })}
          value={String(year)}
          onChange={(next) => move((Number(next) - year) * MONTHS.length)}
        />
      </div>
      <IconButton
        icon="chevron-right"
        label={i18n._("Next month")}
        disabled={isOutside(addMonths(day, 1).slice(0, 7))}
        onClick={() => move(1)}
      />
    </div>
  );
}

function monthFormat(parts: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(i18n.locale, { ...parts, timeZone: "UTC" });
  return (day: Day) => format.format(new Date(day));
}
