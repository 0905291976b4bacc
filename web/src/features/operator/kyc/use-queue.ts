import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Case, casesQuery } from "./api";
import { filterOf, neighbour, nextWaiting, type QueueFilter } from "./model";

/** The queue with the filter in the URL, and navigation through it. */
export function useQueue(openId: string | null) {
  const navigate = useNavigate();
  const { status } = useSearch({ strict: false });
  const filter = filterOf(status);
  const cases = useInfiniteQuery(casesQuery(filter === "all" ? null : filter));
  // After a decision the next pending case is opened, whatever the filter.
  const waiting = useInfiniteQuery(casesQuery("pending"));
  const rows = cases.data?.pages.flatMap(({ items }) => items) ?? [];

  function open(clientId: string | null, wanted: QueueFilter = filter) {
    void navigate({
      to: clientId === null ? "/operator/kyc" : `/operator/kyc/${clientId}`,
      search: wanted === "pending" ? {} : { status: wanted },
    });
  }

  function step(by: 1 | -1) {
    const next = neighbour(rows, openId, by);
    if (next) open(next.client_id);
  }

  return {
    cases,
    filter,
    setFilter: (wanted: QueueFilter) => open(openId, wanted),
    openNext: () => step(1),
    openPrevious: () => step(-1),
    openAfter(decided: Case) {
      const others = waiting.data?.pages.flatMap(({ items }) => items) ?? [];
      open(nextWaiting(others, decided)?.client_id ?? null);
    },
  };
}
