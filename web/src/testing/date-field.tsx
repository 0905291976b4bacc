import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { vi } from "vitest";
import { DateField } from "@/design/date-field";
import { stubDialogs, stubScreen } from "./screen";

type Options = Partial<ComponentProps<typeof DateField>>;

/** Today is 16 November 2026, a Monday. */
export function stubToday(): void {
  stubDialogs();
  stubScreen(1440);
  vi.useFakeTimers({ now: new Date(2026, 10, 16, 12), toFake: ["Date"] });
}

function Example({ onValueChange, value = "", ...options }: Options) {
  const [day, setDay] = useState(value);
  return (
    <DateField
      label="Date"
      value={day}
      onValueChange={(next) => {
        setDay(next);
        onValueChange?.(next);
      }}
      {...options}
    />
  );
}

export function renderDateField(options: Options = {}) {
  const user = userEvent.setup();
  const onValueChange = vi.fn();
  const onCommit = vi.fn();
  render(<Example {...options} onValueChange={onValueChange} onCommit={onCommit} />);

  async function openCalendar() {
    await user.click(screen.getByRole("button", { name: /^(Choose|Change) date$/ }));
    await screen.findByRole("grid");
  }
  return { user, onValueChange, onCommit, openCalendar };
}

export const dateInput = () => screen.getByRole("textbox", { name: "Date" });
