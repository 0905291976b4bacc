import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { Card } from "@/design/card";
import { ListTable } from "@/design/list-table";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { formatCount } from "@/lib/format-number";
import { type EngineHealth, engineQuery } from "./api";

type Follower = EngineHealth["followers"][number];
type Job = EngineHealth["jobs"][number];

/** The processes that follow the engine, and the worker's scheduled jobs. */
export function ProcessesCard() {
  const { data } = useQuery(engineQuery);
  if (!data) return null;
  // Processes have no name of their own: they are shown in the order of the engine.
  const followers = data.followers.map((follower, index) => ({ ...follower, index }));
  return (
    <Card title={i18n._("Processes")}>
      <div className="flex flex-col gap-5">
        <ListTable
          caption={i18n._("Processes connected to the engine")}
          columns={followerColumns()}
          rows={followers}
          rowKey={({ index }) => String(index)}
          empty={i18n._("No processes are connected to the engine.")}
        />
        <ListTable
          caption={i18n._("Scheduled jobs")}
          columns={jobColumns()}
          rows={data.jobs}
          rowKey={({ name }) => name}
          empty={i18n._("Jobs appear here once the worker is connected to the engine.")}
        />
      </div>
    </Card>
  );
}

function followerColumns(): TableColumn<Follower & { index: number }>[] {
  return [
    { key: "role", header: i18n._("Process"), cell: ({ role }) => role },
    {
      key: "lag",
      header: i18n._("Feed lag"),
      align: "end",
      cell: ({ lag_entries }) =>
        i18n._("{count, plural, one {# entry} other {# entries}}", { count: lag_entries }),
    },
    {
      key: "sockets",
      header: i18n._("Live connections"),
      align: "end",
      cell: ({ sockets }) => formatCount(sockets),
    },
  ];
}

function jobColumns(): TableColumn<Job>[] {
  return [
    {
      key: "name",
      header: i18n._("Job"),
      cell: ({ name }) => <span className="font-mono text-13">{name}</span>,
    },
    {
      key: "last",
      header: i18n._("Last success"),
      align: "end",
      cell: ({ last_success_at }) =>
        last_success_at === null ? (
          <Badge severity="warn">{i18n._("None yet")}</Badge>
        ) : (
          formatDateTime(last_success_at)
        ),
    },
    {
      key: "failures",
      header: i18n._("Failed runs"),
      align: "end",
      cell: ({ failures }) => (
        <span className={failures > 0 ? "text-warn" : undefined}>{formatCount(failures)}</span>
      ),
    },
  ];
}
