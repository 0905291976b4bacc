import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dateInput, renderDateField, stubToday } from "@/testing/date-field";

beforeEach(stubToday);
afterEach(() => vi.useRealTimers());

test("a day is shown as mm/dd/yyyy, and the format is said", () => {
  renderDateField({ value: "2026-03-04" });

  expect(dateInput()).toHaveValue("03/04/2026");
  expect(dateInput()).toHaveAccessibleDescription("Format: mm/dd/yyyy");
  expect(screen.getByRole("button", { name: "Change date" })).toHaveAccessibleDescription("Date");
});

test("what is typed becomes a day, stays as it is typed, and is written in full when it is left", async () => {
  const { user, onValueChange, onCommit } = renderDateField();

  await user.type(dateInput(), "3/4/26");
  expect(onValueChange).toHaveBeenLastCalledWith("2026-03-04");
  expect(dateInput()).toHaveValue("3/4/26");
  expect(onCommit).not.toHaveBeenCalled();

  await user.tab();
  expect(dateInput()).toHaveValue("03/04/2026");
  expect(onCommit.mock.calls).toEqual([["2026-03-04"]]);
});

test("Enter means it, too", async () => {
  const { user, onCommit } = renderDateField();

  await user.type(dateInput(), "030426{Enter}");

  expect(onCommit.mock.calls).toEqual([["2026-03-04"]]);
  expect(dateInput()).toHaveValue("03/04/2026");
});

test("a text that is no date is complained about once it is left, and taken by nobody", async () => {
  const { user, onValueChange, onCommit } = renderDateField();

  await user.type(dateInput(), "13/45/26");
  expect(dateInput()).not.toBeInvalid();
  await user.tab();

  expect(screen.getByText("Enter the date as mm/dd/yyyy.")).toBeVisible();
  expect(dateInput()).toBeInvalid();
  expect(dateInput()).toHaveValue("13/45/26");
  expect(onValueChange).toHaveBeenLastCalledWith("13/45/26");
  expect(onCommit).not.toHaveBeenCalled();

  await user.clear(dateInput());
  await user.tab();
  expect(dateInput()).not.toBeInvalid();
  expect(onCommit.mock.calls).toEqual([[""]]);
});

test("a day outside of the range is complained about, with the nearest one", async () => {
  const { user, onCommit } = renderDateField({ min: "2026-01-10", max: "2026-12-31" });

  await user.type(dateInput(), "01/09/26");
  await user.tab();
  expect(screen.getByText("Enter 01/10/2026 or a later date.")).toBeVisible();

  await user.clear(dateInput());
  await user.type(dateInput(), "01/01/27");
  await user.tab();
  expect(screen.getByText("Enter 12/31/2026 or an earlier date.")).toBeVisible();
  expect(onCommit).not.toHaveBeenCalled();
});

test("what the form says comes first", async () => {
  const { user } = renderDateField({ error: "Enter your date of birth." });

  await user.type(dateInput(), "x");
  await user.tab();

  expect(dateInput()).toHaveAccessibleDescription("Format: mm/dd/yyyy Enter your date of birth.");
});

test("format and first day of the week are options", async () => {
  const { openCalendar } = renderDateField({ value: "2026-03-04", format: "dd.mm.yyyy", firstWeekday: 1 });
  expect(dateInput()).toHaveValue("04.03.2026");

  await openCalendar();

  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(
    "Mon Tue Wed Thu Fri Sat Sun".split(" "),
  );
});

test("a disabled date is neither typed nor chosen", () => {
  renderDateField({ disabled: true });

  expect(dateInput()).toBeDisabled();
  expect(screen.getByRole("button", { name: "Choose date" })).toBeDisabled();
});
