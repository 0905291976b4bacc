import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dateInput, renderDateField, stubToday } from "@/testing/date-field";

beforeEach(stubToday);
afterEach(() => vi.useRealTimers());

const focusedDay = () => document.activeElement?.getAttribute("aria-label");

test("the calendar shows the day's month from Sunday, with the day and today marked", async () => {
  const { openCalendar } = renderDateField({ value: "2026-11-05" });

  await openCalendar();

  expect(screen.getByRole("dialog", { name: "Choose date" })).toBeVisible();
  expect(screen.getByRole("grid", { name: "November 2026" })).toBeVisible();
  expect(screen.getByText("November 2026")).toHaveAttribute("aria-live", "polite");
  expect(screen.getAllByRole("columnheader")[0]).toHaveAttribute("abbr", "Sunday");
  expect(screen.getByRole("gridcell", { selected: true })).toHaveAccessibleName("Thursday, November 5, 2026");
  expect(screen.getByRole("gridcell", { current: "date" })).toHaveAccessibleName("Monday, November 16, 2026");
  expect(focusedDay()).toBe("Thursday, November 5, 2026");
});

test("a press on a day takes it, closes the calendar and gives the focus back", async () => {
  const { user, onValueChange, onCommit, openCalendar } = renderDateField();
  await openCalendar();
  expect(focusedDay()).toBe("Monday, November 16, 2026");

  await user.click(screen.getByRole("gridcell", { name: "Friday, November 20, 2026" }));

  await expect.poll(() => screen.queryByRole("grid")).toBeNull();
  expect(onValueChange.mock.calls).toEqual([["2026-11-20"]]);
  expect(onCommit.mock.calls).toEqual([["2026-11-20"]]);
  expect(dateInput()).toHaveValue("11/20/2026");
  expect(screen.getByRole("button", { name: "Change date" })).toHaveFocus();
});

test("the keys move by day, week, month and year, and only one day is in the order of Tab", async () => {
  const { user, openCalendar } = renderDateField({ value: "2026-11-18" });
  await openCalendar();
  const steps: [string, string][] = [
    ["{ArrowRight}", "Thursday, November 19, 2026"],
    ["{ArrowLeft}{ArrowLeft}", "Tuesday, November 17, 2026"],
    ["{ArrowDown}", "Tuesday, November 24, 2026"],
    ["{ArrowUp}", "Tuesday, November 17, 2026"],
    ["{Home}", "Sunday, November 15, 2026"],
    ["{End}", "Saturday, November 21, 2026"],
    ["{PageUp}", "Wednesday, October 21, 2026"],
    ["{PageDown}{PageDown}", "Monday, December 21, 2026"],
    ["{Shift>}{PageUp}{/Shift}", "Sunday, December 21, 2025"],
    ["{Shift>}{PageDown}{/Shift}", "Monday, December 21, 2026"],
  ];

  for (const [keys, day] of steps) {
    await user.keyboard(keys);
    expect(focusedDay()).toBe(day);
  }
  expect(screen.getByRole("grid", { name: "December 2026" })).toBeVisible();
  expect(screen.getAllByRole("gridcell").filter((cell) => cell.tabIndex === 0)).toEqual([
    document.activeElement,
  ]);

  await user.keyboard(" ");
  expect(dateInput()).toHaveValue("12/21/2026");
});

test("the keys stay in the range, and days outside of it cannot be chosen", async () => {
  const { user, onValueChange, openCalendar } = renderDateField({ max: "2026-11-10", min: "2026-10-20" });
  await openCalendar();
  expect(focusedDay()).toBe("Tuesday, November 10, 2026");

  await user.keyboard("{ArrowRight}");
  expect(focusedDay()).toBe("Tuesday, November 10, 2026");
  expect(screen.getByRole("button", { name: "Next month" })).toBeDisabled();
  const later = screen.getByRole("gridcell", { name: "Wednesday, November 11, 2026" });
  expect(later).toHaveAttribute("aria-disabled", "true");
  await user.click(later);
  expect(onValueChange).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: "Today" })).toBeNull();

  await user.keyboard("{PageUp}");
  expect(focusedDay()).toBe("Tuesday, October 20, 2026");
});

test("month and year are chosen directly, which leaves the focus there", async () => {
  const { user, openCalendar } = renderDateField({ max: "2008-11-16" });
  await openCalendar();

  await user.selectOptions(screen.getByRole("combobox", { name: "Year" }), "1985");
  await user.selectOptions(screen.getByRole("combobox", { name: "Month" }), "December");
  expect(screen.getByRole("grid", { name: "December 1985" })).toBeVisible();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Month" }));
  await user.click(screen.getByRole("gridcell", { name: "Tuesday, December 10, 1985" }));

  expect(dateInput()).toHaveValue("12/10/1985");
});

test("the buttons beside the month go on by one, and keep the focus", async () => {
  const { user, openCalendar } = renderDateField({ value: "2026-01-31" });
  await openCalendar();

  await user.click(screen.getByRole("button", { name: "Next month" }));
  expect(screen.getByRole("grid", { name: "February 2026" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Next month" })).toHaveFocus();

  await user.click(screen.getByRole("button", { name: "Previous month" }));
  expect(screen.getByRole("grid", { name: "January 2026" })).toBeVisible();
});

test("today is a press away, and so is no day at all", async () => {
  const { user, onCommit, openCalendar } = renderDateField();
  await openCalendar();
  await user.click(screen.getByRole("button", { name: "Today" }));
  expect(dateInput()).toHaveValue("11/16/2026");

  await openCalendar();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(dateInput()).toHaveValue("");
  expect(onCommit.mock.calls).toEqual([["2026-11-16"], [""]]);
});

test("Cancel leaves the day as it was", async () => {
  const { user, onValueChange, openCalendar } = renderDateField({ value: "2026-11-05" });
  await openCalendar();

  await user.keyboard("{ArrowRight}");
  await user.click(screen.getByRole("button", { name: "Cancel" }));

  await expect.poll(() => screen.queryByRole("grid")).toBeNull();
  expect(onValueChange).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Change date" })).toHaveFocus();
});

test("Alt and the down arrow open the calendar from the input", async () => {
  const { user } = renderDateField({ value: "2026-11-05" });
  await user.click(dateInput());

  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");

  expect(await screen.findByRole("grid", { name: "November 2026" })).toBeVisible();
});
