import { useInfiniteQuery } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/testing/render-page";
import { Queue, QueueLink } from "./queue";

function Tickets() {
  const query = useInfiniteQuery({
    queryKey: ["queue-test"],
    queryFn: async () => ({ items: [{ id: "a" }, { id: "b" }] }),
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  return (
    <Queue
      query={query}
      label="Tickets"
      empty="No tickets."
      to="/operator/feedback"
      filters={["open", "closed"]}
      filter="closed"
      filterLabel="Filter tickets"
      filterName={(filter) => `Status ${filter}`}
    >
      {({ id }) => (
        <QueueLink to={`/operator/feedback/${id}`} filter="closed" isChosen={id === "b"}>
          Ticket {id}
        </QueueLink>
      )}
    </Queue>
  );
}

test("a queue marks the chosen filter and the chosen case, and cases keep the filter", async () => {
  renderPage(<Tickets />);

  const cases = within(await screen.findByRole("list", { name: "Tickets" }));
  expect(cases.getByRole("link", { name: "Ticket a" })).toHaveAttribute(
    "href",
    "/operator/feedback/a?status=closed",
  );
  expect(cases.getByRole("link", { name: "Ticket b" })).toHaveAttribute("aria-current", "true");
  const filters = within(screen.getByRole("navigation", { name: "Filter tickets" }));
  expect(filters.getByRole("link", { name: "Status closed" })).toHaveAttribute("aria-current", "true");
  expect(filters.getByRole("link", { name: "Status open" })).toHaveAttribute(
    "href",
    "/operator/feedback?status=open",
  );
});
