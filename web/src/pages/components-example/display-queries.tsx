import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/design/card";
import { LoadMore } from "@/design/load-more";
import { PagedList } from "@/design/paged-list";
import { QueryView } from "@/design/query-view";
import { Queue, QueueLink } from "@/design/queue";
import { Skeleton } from "@/design/skeleton";
import { Example } from "./example";

interface Page {
  items: readonly string[];
}

const ANSWERS = {
  loading: () => new Promise(() => {}),
  empty: async () => ({ items: [] }),
  failing: () => Promise.reject(new Error("The example always fails.")),
  filled: async () => ({ items: ["BTC-USDT", "ETH-USDT"] }),
} satisfies Record<string, () => Promise<Page>>;

type AnswerKind = keyof typeof ANSWERS;

const KINDS: readonly AnswerKind[] = ["loading", "empty", "failing", "filled"];

export function DisplayQueries() {
  return (
    <>
      <Example title={i18n._("Query view: loading, empty, failing, filled")}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {KINDS.map((kind) => (
            <QueryCard key={kind} kind={kind} />
          ))}
        </div>
      </Example>
      <Example title={i18n._("Load more")}>
        <div className="grid gap-4 sm:grid-cols-3">
          <GrowingList />
          <Card>
            <LoadMore hasMore pending={false} failed onLoad={() => {}} />
          </Card>
          <Card>
            <LoadMore
              hasMore={false}
              pending={false}
              onLoad={() => {}}
              endText={i18n._("End of the list.")}
            />
          </Card>
        </div>
      </Example>
      <Example title={i18n._("Paginated list: loading, empty, failing, filled")}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {KINDS.map((kind) => (
            <PagedCard key={kind} kind={kind} />
          ))}
        </div>
      </Example>
      <Example title={i18n._("Queue: loading, empty, failing, filled")}>
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {KINDS.map((kind) => (
            <ExampleQueue key={kind} kind={kind} />
          ))}
        </div>
      </Example>
    </>
  );
}

function QueryCard({ kind }: { kind: AnswerKind }) {
  const query = useQuery<Page>({
    queryKey: ["components-example", kind],
    queryFn: ANSWERS[kind],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card>
      <QueryView
        query={query}
        empty={i18n._("You have no open orders.")}
        skeleton={<Skeleton shape="text" lines={5} />}
      >
        {(page) => <p>{page.items.join(", ")}</p>}
      </QueryView>
    </Card>
  );
}

/** A page has two rows; the third page is the last. */
function PagedCard({ kind }: { kind: AnswerKind }) {
  const query = useInfiniteQuery({
    queryKey: ["components-example", "pages", kind],
    queryFn: async ({ pageParam }) => {
      const { items } = (await ANSWERS[kind]()) as Page;
      return { items: items.map((symbol) => i18n._("{symbol}, page {page}", { symbol, page: pageParam })) };
    },
    initialPageParam: 1,
    getNextPageParam: (_page, _pages, page) => (page < 3 ? page + 1 : null),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card>
      <PagedList
        query={query}
        empty={i18n._("You have no open orders.")}
        skeleton={<Skeleton shape="text" lines={5} />}
        endText={i18n._("End of the list.")}
      >
        {(rows) => (
          <ul className="space-y-1 text-ink-2">
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function ExampleQueue({ kind }: { kind: AnswerKind }) {
  const query = useInfiniteQuery({
    queryKey: ["components-example", "queue", kind],
    queryFn: async () => {
      const { items } = (await ANSWERS[kind]()) as Page;
      return { items: items.map((id) => ({ id })) };
    },
    initialPageParam: 1,
    getNextPageParam: () => null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Queue
      query={query}
      label={i18n._("Pairs")}
      empty={i18n._("You have no open orders.")}
      to="/components-example"
      filters={["open", "closed"]}
      filter="open"
      filterLabel={i18n._("Filter of the queue: {kind}", { kind })}
      filterName={(filter) => (filter === "open" ? i18n._("Open") : i18n._("Closed"))}
    >
      {({ id }) => (
        <QueueLink to="/components-example" filter="open" isChosen={id === "BTC-USDT"}>
          {id}
        </QueueLink>
      )}
    </Queue>
  );
}

function GrowingList() {
  const [count, setCount] = useState(3);
  return (
    <Card>
      <ul className="space-y-1 text-ink-2">
        {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
          <li key={number}>{i18n._("Entry {number}", { number })}</li>
        ))}
      </ul>
      <LoadMore
        hasMore={count < 9}
        pending={false}
        onLoad={() => setCount(count + 3)}
        endText={i18n._("End of the list.")}
      />
    </Card>
  );
}
