import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubToday } from "@/testing/date-field";
import { PublishCard } from "./publish-card";

function openSchedule() {
  const onPublish = vi.fn<(at?: number) => void>();
  const nothing = () => undefined;
  render(
    <PublishCard
      entry={null}
      isDirty={false}
      isPending={false}
      onSave={nothing}
      onPublish={onPublish}
      onUnpublish={nothing}
    />,
  );
  const user = userEvent.setup();
  return {
    onPublish,
    async schedule(day: string, time: string, hint?: string) {
      await user.click(screen.getByRole("button", { name: "Schedule" }));
      const dialog = within(await screen.findByRole("dialog", { name: "Schedule publication" }));
      if (hint) expect(dialog.getByLabelText("Time")).toHaveAccessibleDescription(hint);
      await user.type(dialog.getByLabelText("Day"), day);
      await user.type(dialog.getByLabelText("Time"), time);
      await user.click(dialog.getByRole("button", { name: "Schedule" }));
      return dialog;
    },
  };
}

beforeEach(stubToday);
afterEach(() => vi.useRealTimers());

test("a time is scheduled in the editor's time zone, which is named", async () => {
  const { onPublish, schedule } = openSchedule();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  await schedule("03/05/27", "9:30", `Your time zone: ${zone}`);

  expect(onPublish.mock.calls).toEqual([[new Date(2027, 2, 5, 9, 30).getTime() / 1000]]);
});

test.each([
  { day: "11/16/26", time: "11:59", message: "Choose a time in the future." },
  { day: "11/16/26", time: "12:00", message: "Choose a time in the future." },
  { day: "03/05/27", time: "25:00", message: "Enter a time such as 09:30." },
  { day: "03/05/27", time: "", message: "Enter a time such as 09:30." },
  { day: "", time: "10:00", message: "Enter a day." },
])("nothing is scheduled for “$day” “$time”", async ({ day, time, message }) => {
  const { onPublish, schedule } = openSchedule();

  const dialog = await schedule(day || " ", time || " ");

  expect(await dialog.findByText(message)).toBeVisible();
  expect(onPublish).not.toHaveBeenCalled();
});
