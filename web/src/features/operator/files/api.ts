import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";

export type FileLook = components["schemas"]["AuditView"];
export type FileLookFilter = { staff: string; client: string; subject: string };

/** Views of files by staff, newest first; filters are exact. */
export const fileLooksQuery = ({ staff, client, subject }: FileLookFilter) =>
  infiniteQueryOptions({
    queryKey: [...operatorKeys.files, staff, client, subject],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/files/audit", {
          params: {
            query: {
              staff: staff || null,
              client_id: client || null,
              subject: subject ? subjectOf(subject) : null,
              cursor: pageParam,
              limit: 50,
            },
          },
          signal,
        }),
      ),
    ...BY_CURSOR,
  });

/** The log has `file:ID`; both forms are accepted. */
function subjectOf(file: string): string {
  return file.startsWith("file:") ? file : `file:${file}`;
}
