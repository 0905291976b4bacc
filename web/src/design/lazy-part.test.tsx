import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ComponentType, Suspense, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { lazyDialog, lazyPart } from "./lazy-part";
import { Toaster } from "./toaster";

type GreetingProps = { name: string };

function Greeting({ name }: GreetingProps) {
  return <p>Hello {name}</p>;
}

const renderPart = (Part: ComponentType<GreetingProps>) =>
  render(
    <Suspense fallback="On its way">
      <p>The rest of the page</p>
      <Part name="Ann" />
    </Suspense>,
  );

const lost = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

/** Fails a number of times, then loads the part. */
function afterFailures<Props>(count: number, part: ComponentType<Props>) {
  const load = vi.fn<() => Promise<ComponentType<Props>>>(async () => part);
  for (let failure = 0; failure < count; failure++) load.mockImplementationOnce(lost);
  return load;
}

afterEach(() => vi.useRealTimers());

test("a part comes when it is loaded", async () => {
  const Part = lazyPart(async () => Greeting);
  renderPart(Part);
  expect(screen.getByText("On its way")).toBeVisible();

  expect(await screen.findByText("Hello Ann")).toBeVisible();
});

test("a part that is lost says so in its place, and comes when asked again", async () => {
  const Part = lazyPart(afterFailures(1, Greeting));
  renderPart(Part);
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t load this");
  expect(screen.getByText("The rest of the page")).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Hello Ann")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("it comes by itself when the network is back", async () => {
  const Part = lazyPart(afterFailures(1, Greeting));
  renderPart(Part);
  await screen.findByRole("alert");

  window.dispatchEvent(new Event("online"));

  expect(await screen.findByText("Hello Ann")).toBeVisible();
});

test("it is tried again now and then, and no more once it is gone from the page", async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const load = afterFailures(3, Greeting);
  const Part = lazyPart(load);
  const { unmount } = renderPart(Part);
  await pass(1_000);
  expect(screen.getByRole("alert")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);

  await pass(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  await pass(4_000);
  expect(load).toHaveBeenCalledTimes(3);
  unmount();
  await pass(120_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test("what was loaded late is shown immediately the next time", async () => {
  const Part = lazyPart(afterFailures(1, Greeting));
  const first = renderPart(Part);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("Hello Ann");
  first.unmount();

  renderPart(Part);

  expect(screen.getByText("Hello Ann")).toBeVisible();
});

test("a part that stays away with a network offers a new document", async () => {
  const Part = lazyPart<GreetingProps>(lost);
  renderPart(Part);

  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("button", { name: "Reload page" })).toBeVisible();
});

test("without a network it goes on offering another try", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const Part = lazyPart<GreetingProps>(lost);
  renderPart(Part);

  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("button", { name: "Try again" })).toBeEnabled();
});

test("what stands in for a lost part can be another", async () => {
  const Part = lazyPart<GreetingProps>(lost, ({ name }) => <p>No greeting for {name}</p>);
  renderPart(Part);

  expect(await screen.findByText("No greeting for Ann")).toBeVisible();
});

function Question({ onClose }: { onClose: () => void }) {
  return (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function Asking({ Dialog }: { Dialog: ComponentType<{ open: boolean; onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-pressed={isOpen} onClick={() => setOpen(true)}>
        Ask
      </button>
      <Suspense>
        <Dialog open={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
      <Toaster />
    </>
  );
}

test("a dialog that is lost closes with a word, and opens when it is there", async () => {
  // Once when the page is mounted, once when the dialog is opened.
  const Dialog = lazyDialog(afterFailures(2, Question));
  render(<Asking Dialog={Dialog} />);
  const ask = screen.getByRole("button", { name: "Ask" });

  await userEvent.click(ask);
  expect(await screen.findByText("Couldn’t open this")).toBeVisible();
  expect(ask).toHaveAttribute("aria-pressed", "false");
  await userEvent.click(ask);

  expect(await screen.findByRole("dialog")).toBeVisible();
});
