import { useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { QueryProvider } from "./query-provider";

function Answer({ name, ask }: { name: string; ask: () => Promise<string> }) {
  const { data, error } = useQuery({ queryKey: [name], queryFn: ask });
  return <p>{error?.message ?? data ?? "waiting"}</p>;
}

test("two providers share one cache", async () => {
  const ask = vi.fn(async () => "64,210.5");

  render(
    <QueryProvider>
      <Answer name="price" ask={ask} />
    </QueryProvider>,
  );
  await screen.findByText("64,210.5");
  render(
    <QueryProvider>
      <Answer name="price" ask={ask} />
    </QueryProvider>,
  );

  expect(await screen.findAllByText("64,210.5")).toHaveLength(2);
  expect(ask).toHaveBeenCalledOnce();
});

test("a failed call is shown immediately, also offline, because the api client has tried twice", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  const ask = vi.fn(() => Promise.reject(new Error("No connection")));

  render(
    <QueryProvider>
      <Answer name="failing" ask={ask} />
    </QueryProvider>,
  );

  expect(await screen.findByText("No connection")).toBeVisible();
  expect(ask).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
});
