import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { ListTable } from "@/design/list-table";
import { PageSection } from "@/design/page-section";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { type LoginRow, loginHistoryQuery } from "./api";

/** All sign-in attempts, to notice a stranger's. */
export function LoginHistory() {
  const history = useInfiniteQuery(loginHistoryQuery);
  return (
    <PageSection level={3} title={i18n._("Sign-in history")}>
      <PagedList query={history} skeleton={<Skeleton shape="table" rows={3} columns={3} />}>
        {(rows) => (
          <ListTable
            caption={i18n._("Sign-in attempts, newest first")}
            width="few"
            columns={columns()}
            rows={rows}
            rowKey={({ id }) => id}
            empty={i18n._("No sign-ins yet.")}
          />
        )}
      </PagedList>
    </PageSection>
  );
}

function columns(): TableColumn<LoginRow>[] {
  return [
    {
      key: "at",
      header: i18n._("Time"),
      cell: ({ at }) => <time dateTime={new Date(at * 1000).toISOString()}>{formatDateTime(at)}</time>,
    },
    { key: "device", header: i18n._("Device"), cell: ({ device }) => device },
    { key: "ip", header: i18n._("IP address"), cell: ({ ip }) => <span className="break-all">{ip}</span> },
    {
      key: "outcome",
      header: i18n._("Outcome"),
      align: "end",
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
  ];
}

function Outcome({ outcome }: { outcome: string }) {
  if (outcome === "success") return <Badge severity="success">{i18n._("Signed in")}</Badge>;
  if (outcome === "wrong_password") return <Badge severity="warn">{i18n._("Incorrect password")}</Badge>;
  if (outcome === "wrong_second_factor") return <Badge severity="warn">{i18n._("Incorrect 2FA code")}</Badge>;
  return <Badge severity="warn">{i18n._("Failed")}</Badge>;
}
