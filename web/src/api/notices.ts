import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";
import { noticesKey } from "./keys";

export type NoticePage = components["schemas"]["NoticePage"];
export type Notice = NoticePage["items"][number];
export type NoticeKind = Notice["kind"];

const NEWEST = 20;

/** The newest notices, and how many are unread; pushed ones are merged. */
export const newestNoticesQuery = queryOptions({
  queryKey: [...noticesKey, "newest"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/notices", { params: { query: { limit: NEWEST } }, signal })),
});

/** Puts a pushed notice in front of the newest ones. */
export function withNotice(known: NoticePage, notice: Notice, unread: number): NoticePage {
  const others = known.items.filter(({ id }) => id !== notice.id);
  return { ...known, items: [notice, ...others].slice(0, NEWEST), unread };
}
