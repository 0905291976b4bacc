import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { earnKey, transactionsKey } from "@/api/keys";
import { BY_CURSOR } from "@/api/queries";

type Schemas = components["schemas"];

export type EarnProduct = Schemas["EarnProduct"];
export type EarnKind = EarnProduct["kind"];
export type EarnPosition = Schemas["EarnPosition"];
export type PositionStatus = EarnPosition["status"];
export type Subscription = Schemas["PositionDraft"];
export type Redemption = Schemas["Redemption"];

const REFRESH_MS = 60_000;
const PAGE = 50;
const MAX_PAGE_SIZE = 200;

/** All products; for clients also how much they have in each. Other clients take from the quota, too. */
export const earnProductsQuery = queryOptions({
  queryKey: [...earnKey, "products"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/earn/products", { signal })),
  refetchInterval: REFRESH_MS,
});

/** The client's positions, newest first; interest is counted every hour. */
export const earnPositionsQuery = (status: PositionStatus) =>
  infiniteQueryOptions({
    queryKey: [...earnKey, "positions", status],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/v1/earn/positions", {
          params: { query: { status, cursor: pageParam, limit: PAGE } },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
    ...BY_CURSOR,
  });

/** All active positions, for sums. */
export const activePositionsQuery = queryOptions({
  queryKey: [...earnKey, "active"],
  queryFn: ({ signal }) => readActive(signal),
  refetchInterval: REFRESH_MS,
});

async function readActive(signal: AbortSignal): Promise<EarnPosition[]> {
  const positions: EarnPosition[] = [];
  let cursor: string | null = null;
  do {
    const query = { status: "active", limit: MAX_PAGE_SIZE, cursor } as const;
    const page: { items: EarnPosition[]; next_cursor: string | null } = await unwrap(
      api.GET("/v1/earn/positions", { params: { query }, signal }),
    );
    positions.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return positions;
}

function useRefresh() {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [earnKey, assetsQuery.queryKey, transactionsKey].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );
}

export function useChangeAutoRenew(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (auto_renew: boolean) =>
      unwrap(
        api.PATCH("/v1/earn/positions/{position_id}", {
          params: { path: { position_id: String(id) } },
          body: { auto_renew },
        }),
      ),
    onSettled: refresh,
  });
}
