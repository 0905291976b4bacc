import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";

export type AuditEntry = components["schemas"]["AuditView"];
export type ChainReport = components["schemas"]["ChainView"];
/** Exact matches; empty means no filter. */
export type AuditFilter = { act: string; staff: string; subject: string };

/** The audit log, newest first. */
export const auditQuery = ({ act, staff, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...operatorKeys.audit, act, staff, subject],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/audit", {
          params: {
            query: {
              cursor: pageParam,
              limit: 50,
              ...(act && { act }),
              ...(staff && { staff }),
              ...(subject && { subject }),
            },
          },
          signal,
        }),
      ),
    ...BY_CURSOR,
  });

export function useVerifyAudit() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const report = await unwrap(api.POST("/operator/audit/verify"));
      return { ...report, at: Math.floor(Date.now() / 1000) };
    },
    // Verifying is audited, too.
    onSuccess: () => void cache.invalidateQueries({ queryKey: operatorKeys.audit }),
  });
}
