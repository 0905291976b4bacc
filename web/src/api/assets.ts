import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

export type Asset = components["schemas"]["Asset"];
export type Assets = components["schemas"]["Assets"];

/** What the signed-in client has of each coin, the most valuable first; what happens to it arrives by itself. */
export const assetsQuery = queryOptions({
  queryKey: ["assets"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/assets", { signal })),
});
