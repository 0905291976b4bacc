import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { LoadMore } from "./load-more";

let comeIntoView: (() => void) | null;

beforeEach(() => {
  comeIntoView = null;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        comeIntoView = () => report([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {
        comeIntoView = null;
      }
    },
  );
});

test("the button asks for more", async () => {
  const user = userEvent.setup();
  const onLoad = vi.fn();
  render(<LoadMore hasMore pending={false} onLoad={onLoad} />);

  await user.click(screen.getByRole("button", { name: "Show more" }));

  expect(onLoad).toHaveBeenCalledTimes(1);
  expect(comeIntoView).toBeNull();
});

test("with auto it asks when the end comes into view, but not while it waits for an answer", () => {
  const onLoad = vi.fn();
  const { rerender } = render(<LoadMore auto hasMore pending={false} onLoad={onLoad} />);

  act(() => comeIntoView?.());
  expect(onLoad).toHaveBeenCalledTimes(1);

  rerender(<LoadMore auto hasMore pending onLoad={onLoad} />);
  expect(comeIntoView).toBeNull();
});

test("after a failure it waits to be asked", () => {
  render(<LoadMore auto hasMore pending={false} failed onLoad={() => {}} />);

  expect(comeIntoView).toBeNull();
  expect(screen.getByRole("alert")).toHaveTextContent("Couldn’t load more.");
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("at the end there is no button", () => {
  render(<LoadMore hasMore={false} pending={false} onLoad={() => {}} endText="End of the list." />);

  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("End of the list.")).toBeVisible();
});
