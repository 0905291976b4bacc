import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FilterDay } from "./filter-choice";

const input = () => screen.getByRole("textbox", { name: "From" });

test("a day filters once it is left, not while it is typed", async () => {
  const onChoose = vi.fn();
  render(<FilterDay label="From" value="" onChoose={onChoose} />);

  await userEvent.type(input(), "03/04/2026");
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.tab();

  expect(onChoose.mock.calls).toEqual([["2026-03-04"]]);
});

test("what is no date filters nothing and says so", async () => {
  const onChoose = vi.fn();
  render(<FilterDay label="From" value="" onChoose={onChoose} />);

  await userEvent.type(input(), "yesterday");
  await userEvent.tab();

  expect(onChoose).not.toHaveBeenCalled();
  expect(screen.getByText("Enter the date as mm/dd/yyyy.")).toBeVisible();
});

test("leaving a day unchanged does not filter again, and clearing it removes the filter", async () => {
  const onChoose = vi.fn();
  render(<FilterDay label="From" value="2026-03-04" onChoose={onChoose} />);

  await userEvent.click(input());
  await userEvent.tab();
  expect(onChoose).not.toHaveBeenCalled();

  await userEvent.clear(input());
  await userEvent.type(input(), "{Enter}");
  expect(onChoose.mock.calls).toEqual([[""]]);
});

test("a filter that is cleared elsewhere clears the day", async () => {
  const { rerender } = render(<FilterDay label="From" value="2026-03-04" onChoose={() => undefined} />);
  expect(input()).toHaveValue("03/04/2026");

  rerender(<FilterDay label="From" value="" onChoose={() => undefined} />);

  expect(input()).toHaveValue("");
});
