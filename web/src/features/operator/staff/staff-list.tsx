import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { Table } from "@/design/table";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { useOperator } from "@/session/operator";
import { type StaffMember, type StaffSecrets, staffQuery } from "./api";
import { MemberMenu } from "./member-menu";
import { describeRole, type RoleName } from "./roles";

type StaffListProps = { roleName: RoleName; onReset: (secrets: StaffSecrets) => void };

export function StaffList({ roleName, onReset }: StaffListProps) {
  const staff = useInfiniteQuery(staffQuery);
  const ownLogin = useOperator()?.login;

  return (
    <PagedList query={staff} skeleton={<Skeleton shape="table" rows={5} columns={4} />}>
      {(rows) => (
        <Table
          caption={i18n._("The staff, newest first")}
          columns={columns({ ownLogin, roleName, onReset })}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </PagedList>
  );
}

function columns({
  ownLogin,
  roleName,
  onReset,
}: StaffListProps & { ownLogin: string | undefined }): TableColumn<StaffMember>[] {
  return [
    {
      key: "login",
      header: i18n._("Login"),
      cell: ({ login }) => (
        <span className="flex flex-wrap items-center gap-2">
          {login}
          {login === ownLogin && <Badge severity="info">{i18n._("You")}</Badge>}
        </span>
      ),
    },
    {
      key: "role",
      header: i18n._("Role"),
      cell: ({ role }) => (
        <span className="block max-3xl:text-right">
          {roleName(role)}
          <span className="block text-12 text-ink-3">{describeRole(role)}</span>
        </span>
      ),
    },
    {
      key: "state",
      header: i18n._("State"),
      cell: ({ is_active }) =>
        is_active ? (
          <Badge severity="success">{i18n._("May sign in")}</Badge>
        ) : (
          <Badge>{i18n._("Switched off")}</Badge>
        ),
    },
    {
      key: "since",
      header: i18n._("Since"),
      align: "end",
      cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
    },
    {
      key: "actions",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      // What one does to oneself by mistake, one may not be able to undo.
      cell: (member) =>
        member.login !== ownLogin && <MemberMenu member={member} roleName={roleName} onReset={onReset} />,
    },
  ];
}
