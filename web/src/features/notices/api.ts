import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { noticesKey, priceAlertsKey } from "@/api/keys";
import { type NoticeKind, type NoticePage, newestNoticesQuery } from "@/api/notices";
import { BY_CURSOR } from "@/api/queries";

export type NoticeSettings = components["schemas"]["NoticeSettings"];
export type NoticeSettingsChange = components["schemas"]["NoticeSettingsChange"];
export type PriceAlert = components["schemas"]["PriceAlertView"];
export type PriceAlertDraft = components["schemas"]["PriceAlertDraft"];

export type NoticeFilter = { kind: NoticeKind | null; isUnread: boolean };

const PAGE = 30;

/** The client's notices, newest first. */
export const noticesQuery = ({ kind, isUnread }: NoticeFilter) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey, "list", kind, isUnread],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        cursor: pageParam,
        limit: PAGE,
        ...(kind && { kind }),
        ...(isUnread && { unread: true }),
      };
      return unwrap(api.GET("/v1/notices", { params: { query }, signal }));
    },
    ...BY_CURSOR,
  });

/** Marks notices as read: those with the ids, or all. */
export function useMarkRead() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[] | "all") =>
      unwrap(
        api.POST("/v1/notices/read", {
          body: ids === "all" ? { ids: [], all: true } : { ids: [...ids], all: false },
        }),
      ),
    // The bell shows it immediately; the server's number follows.
    onMutate: (ids) =>
      cache.setQueryData(newestNoticesQuery.queryKey, (known) => known && markRead(known, ids)),
    onSettled: () => cache.invalidateQueries({ queryKey: noticesKey }),
  });
}

function markRead(known: NoticePage, ids: readonly string[] | "all"): NoticePage {
  const now = Math.floor(Date.now() / 1000);
  const isRead = (id: string) => ids === "all" || ids.includes(id);
  const marked = known.items.filter(({ id, read_at }) => read_at === null && isRead(id)).length;
  return {
    ...known,
    items: known.items.map((item) => (isRead(item.id) ? { ...item, read_at: item.read_at ?? now } : item)),
    unread: ids === "all" ? 0 : Math.max(known.unread - marked, 0),
  };
}

export const noticeSettingsQuery = queryOptions({
  queryKey: ["notice-settings"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/client/notice-settings", { signal })),
});

export function useChangeNoticeSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: NoticeSettingsChange) =>
      unwrap(api.PATCH("/v1/client/notice-settings", { body: change })),
    // Serialised: the later of two quick changes wins.
    scope: { id: "notice-settings" },
    onSuccess: (settings) => cache.setQueryData(noticeSettingsQuery.queryKey, settings),
    onSettled: () => cache.invalidateQueries({ queryKey: noticesKey }),
  });
}

export const pushQuery = queryOptions({
  queryKey: ["push"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/push", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The client's open alerts about the price of a pair. */
export const priceAlertsQuery = (symbol: string) =>
  queryOptions({
    queryKey: [...priceAlertsKey, symbol],
    queryFn: ({ signal }) => unwrap(api.GET("/v1/price-alerts", { params: { query: { symbol } }, signal })),
  });

export function useCreateAlert() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: PriceAlertDraft) => unwrap(api.POST("/v1/price-alerts", { body: draft })),
    onSettled: () => cache.invalidateQueries({ queryKey: priceAlertsKey }),
  });
}

export function useDeleteAlert() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/v1/price-alerts/{alert_id}", { params: { path: { alert_id: id } } })),
    // It may have fired in the meantime.
    onSettled: () => cache.invalidateQueries({ queryKey: priceAlertsKey }),
  });
}
