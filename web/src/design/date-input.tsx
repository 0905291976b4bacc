import { i18n } from "@lingui/core";
import { type KeyboardEvent, type Ref, Suspense, useId, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { type Day, isDay, localDay, type Weekday } from "@/lib/day";
import { type DateFormat, formatDay, latestYearFor, parseDay } from "@/lib/day-text";
import { CONTROL_INPUT_CLASS, type ControlSize, controlFrameClass } from "./control-class";
import { useFieldControl, useFieldGroup } from "./field-context";
import { IconButton } from "./icon-button";
import { lazyDialog } from "./lazy-part";

export interface DateOptions {
  /** The first and the last day that can be chosen. */
  min?: Day | undefined;
  max?: Day | undefined;
  format?: DateFormat | undefined;
  /** The first day of the week; 0 is Sunday. */
  firstWeekday?: Weekday | undefined;
}

export function withDateDefaults(options: DateOptions) {
  const { min = "1900-01-01", max = "2099-12-31", format = "mm/dd/yyyy", firstWeekday = 0 } = options;
  return { min, max, format, firstWeekday };
}

const loadCalendar = () => import("./date-calendar").then((module) => module.DateCalendar);
const DateCalendar = lazyDialog(loadCalendar);

export interface DateInputProps extends DateOptions {
  /** A day as `YYYY-MM-DD`, empty, or the typed text if it is no valid day. */
  value: string;
  onValueChange: (value: string) => void;
  /** Called when the value is final: chosen in the calendar, confirmed by Enter, or on blur. */
  onCommit?: ((value: string) => void) | undefined;
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  name?: string | undefined;
  autoComplete?: string | undefined;
  size?: ControlSize | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A date to type, or to choose in a calendar. */
export function DateInput(props: DateInputProps) {
  const { value, onValueChange, onCommit, size = "normal", disabled, autoComplete = "off" } = props;
  const { format, ...options } = withDateDefaults(props);
  const [today] = useState(() => localDay(new Date()));
  const latestYear = latestYearFor(options.max, today);
  // The typed text is kept until it is committed, even if it already parses.
  const [draft, setDraft] = useState<{ text: string; value: string } | null>(null);
  const written = isDay(value) ? formatDay(value, format) : value;
  const formatId = useId();
  const wiring = useFieldControl({ "aria-describedby": formatId });
  const calendar = useCalendar();

  function type(text: string) {
    const next = parseDay(text, format, latestYear) ?? text.trim();
    setDraft({ text, value: next });
    onValueChange(next);
  }

  function commit(next: string) {
    setDraft(null);
    if (next !== value) onValueChange(next);
    onCommit?.(next);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Enter") commit(value);
    if (event.key === "ArrowDown" && event.altKey) calendar.open();
  }

  return (
    <>
      <div ref={calendar.frame} className={controlFrameClass(size)}>
        <input
          {...wiring}
          ref={props.ref}
          aria-label={props["aria-label"]}
          type="text"
          // The phone keypad: digits without separators are accepted.
          inputMode="tel"
          name={props.name}
          autoComplete={autoComplete}
          placeholder={format}
          disabled={disabled}
          value={draft?.value === value ? draft.text : written}
          onChange={(event) => type(event.target.value)}
          onBlur={() => commit(value)}
          onKeyDown={press}
          className={classNames(CONTROL_INPUT_CLASS, "pe-0")}
        />
        <span id={formatId} hidden>
          {i18n._("Format: {format}", { format })}
        </span>
        <CalendarButton calendar={calendar} hasDay={isDay(value)} disabled={disabled} />
      </div>
      {calendar.wasOpened && (
        <Suspense>
          <DateCalendar
            {...options}
            open={calendar.isOpen}
            onClose={calendar.close}
            anchor={calendar.frame}
            value={value}
            today={today}
            onChoose={(day) => {
              commit(day);
              calendar.close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useCalendar() {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return {
    frame,
    button,
    isOpen,
    wasOpened,
    open() {
      setOpen(true);
      setOpened(true);
    },
    close() {
      setOpen(false);
      // Some browsers do not focus a pressed button, so the dialog cannot restore the focus to it.
      button.current?.focus();
    },
  };
}

interface CalendarButtonProps {
  calendar: ReturnType<typeof useCalendar>;
  hasDay: boolean;
  disabled: boolean | undefined;
}

function CalendarButton({ calendar, hasDay, disabled }: CalendarButtonProps) {
  const { "aria-labelledby": fieldLabel } = useFieldGroup(undefined);
  const prepare = () => void loadCalendar().catch(() => undefined);
  return (
    <IconButton
      ref={calendar.button}
      icon="calendar"
      label={hasDay ? i18n._("Change date") : i18n._("Choose date")}
      aria-describedby={fieldLabel}
      aria-haspopup="dialog"
      aria-expanded={calendar.isOpen}
      disabled={disabled}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={calendar.open}
      className="relative max-h-full after:-inset-y-1.5 after:absolute after:inset-x-0"
    />
  );
}
