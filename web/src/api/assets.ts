import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./generated/schema";

export type Asset = components["schemas"]["Asset"];
export type Assets = components["schemas"]["Assets"];

/** The signed-in client's balances by coin, most valuable first; updates are pushed. */
export const assetsQuery = queryOptions({
  queryKey: ["assets"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/assets", { signal })),
});
