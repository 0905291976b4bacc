import { i18n } from "@lingui/core";
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { addDays, addMonths, clampDay, type Day, type Weekday, weekOf, weeksOfMonth } from "@/lib/day";
import { mergeRefs } from "./merge-refs";

interface DateGridProps {
  /** The focused day, whose month is shown. */
  day: Day;
  selected: Day | null;
  today: Day;
  min: Day;
  max: Day;
  firstWeekday: Weekday;
  onMove: (day: Day) => void;
  onChoose: (day: Day) => void;
  "aria-labelledby": string;
}

const MONTHS_PER_YEAR = 12;
/** Any week, to list the names of weekdays. */
const SOME_DAY = "2026-11-16";

/** The days of a month, as in the date picker of the ARIA Authoring Practices. */
export function DateGrid(props: DateGridProps) {
  const { day, min, max, firstWeekday, onMove, onChoose } = props;
  const hasMoved = useRef(false);
  const current = useRef<HTMLTableCellElement>(null);

  useEffect(() => {
    // Controls that change the month keep the focus.
    if (hasMoved.current) current.current?.focus();
    hasMoved.current = false;
  });

  function press(event: KeyboardEvent) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onChoose(day);
      return;
    }
    const wanted = dayByKey(event, day, firstWeekday);
    if (wanted === null) return;
    event.preventDefault();
    const next = clampDay(wanted, min, max);
    if (next === day) return;
    hasMoved.current = true;
    onMove(next);
  }

  function choose({ target }: MouseEvent) {
    const pressed = target instanceof HTMLElement ? target.dataset.day : undefined;
    if (pressed && pressed >= min && pressed <= max) onChoose(pressed);
  }

  return (
    // The height of the longest month, to avoid layout shifts.
    <div className="min-h-67">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: The pattern makes a grid of a table.
        role="grid"
        aria-labelledby={props["aria-labelledby"]}
        onKeyDown={press}
        onClick={choose}
        className="w-full table-fixed border-separate border-spacing-0 select-none"
      >
        <WeekdayNames firstWeekday={firstWeekday} />
        <tbody>
          {weeksOfMonth(day, firstWeekday).map((week) => (
            <tr key={week[0]}>
              {week.map((one) =>
                isSameMonth(one, day) ? (
                  <DayCell key={one} day={one} grid={props} current={current} />
                ) : (
                  <td key={one} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WeekdayNames({ firstWeekday }: { firstWeekday: Weekday }) {
  const short = new Intl.DateTimeFormat(i18n.locale, { weekday: "short", timeZone: "UTC" });
  const long = new Intl.DateTimeFormat(i18n.locale, { weekday: "long", timeZone: "UTC" });
  return (
    <thead>
      <tr>
        {weekOf(SOME_DAY, firstWeekday).map((day) => (
          <th
            key={day}
            scope="col"
            abbr={long.format(new Date(day))}
            className="h-7 font-normal text-12 text-ink-3"
          >
            {short.format(new Date(day))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayCellProps {
  day: Day;
  grid: DateGridProps;
  current: RefObject<HTMLTableCellElement | null>;
}

function DayCell({ day, grid, current }: DayCellProps) {
  const isCurrent = day === grid.day;
  const isSelected = day === grid.selected;
  const isToday = day === grid.today;
  const isDisabled = day < grid.min || day > grid.max;
  return (
    <td
      ref={isCurrent ? mergeRefs(current, markFirst) : undefined}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: What a cell is in a grid, said to those who do not know.
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={nameOfDay(day)}
      aria-selected={isSelected}
      aria-current={isToday ? "date" : undefined}
      aria-disabled={isDisabled || undefined}
      data-day={day}
      className={classNames(
        "h-10 rounded-control border text-center text-14 transition-colors",
        isToday && !isSelected ? "border-ink-3" : "border-transparent",
        isSelected && "bg-accent font-medium text-on-accent",
        isDisabled && "cursor-not-allowed opacity-45",
        !isSelected && !isDisabled && "cursor-pointer hover:bg-raised",
      )}
    >
      {Number(day.slice(8))}
    </td>
  );
}

/** The initial focus of a dialog; React's autoFocus would run too early. */
function markFirst(cell: HTMLElement | null) {
  cell?.setAttribute("autofocus", "");
}

function nameOfDay(day: Day): string {
  const parts = { weekday: "long", month: "long", day: "numeric", year: "numeric", timeZone: "UTC" } as const;
  return new Date(day).toLocaleDateString(i18n.locale, parts);
}

const isSameMonth = (one: Day, other: Day) => one.slice(0, 7) === other.slice(0, 7);

function dayByKey({ key, shiftKey }: KeyboardEvent, day: Day, firstWeekday: Weekday): Day | null {
  const week = weekOf(day, firstWeekday);
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -week.length);
    case "ArrowDown":
      return addDays(day, week.length);
    case "Home":
      return week.at(0) ?? day;
    case "End":
      return week.at(-1) ?? day;
    case "PageUp":
      return addMonths(day, shiftKey ? -MONTHS_PER_YEAR : -1);
    case "PageDown":
      return addMonths(day, shiftKey ? MONTHS_PER_YEAR : 1);
    default:
      return null;
  }
}
