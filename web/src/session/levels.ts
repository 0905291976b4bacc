import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type Level = components["schemas"]["LevelView"];
export type ClientLevel = components["schemas"]["ClientLevelView"];

/** The membership levels of this site, lowest first. */
export const levelsQuery = queryOptions({
  queryKey: ["levels"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/levels", { signal })),
});

/** The signed-in client's level with its figures. */
export const clientLevelQuery = queryOptions({
  queryKey: ["client-level"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/client/level", { signal })),
});
