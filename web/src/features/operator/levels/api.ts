import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

export type Level = components["schemas"]["LevelView"];
export type LevelChange = components["schemas"]["LevelChange"];

/** The levels of the site at a hostname, lowest first. */
export const siteLevelsQuery = (hostname: string) =>
  queryOptions({
    queryKey: [...operatorKeys.levels, hostname],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/levels", { params: { query: { site: hostname } }, signal })),
  });

export function useChangeLevel(hostname: string, key: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: LevelChange) =>
      withStepUp(() =>
        unwrap(
          api.PUT("/operator/levels/{key}", {
            params: { path: { key }, query: { site: hostname } },
            body: change,
          }),
        ),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: operatorKeys.levels }),
  });
}
