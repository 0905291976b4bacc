import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { describeProblem } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { Table } from "@/design/table";
import type { TableColumn } from "@/design/table-column";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { useOperator } from "@/session/operator";
import { type StaffMember, staffQuery, useMakeLink } from "./api";
import type { Handover } from "./link-dialog";
import { MemberMenu } from "./member-menu";
import { describeRole, type RoleName } from "./roles";

type StaffListProps = { roleName: RoleName; onLink: (handover: Handover) => void };

export function StaffList({ roleName, onLink }: StaffListProps) {
  const staff = useInfiniteQuery(staffQuery);
  const ownLogin = useOperator()?.login;

  return (
    <PagedList query={staff} skeleton={<Skeleton shape="table" rows={5} columns={4} />}>
      {(rows) => (
        <Table
          caption={i18n._("Staff, newest first")}
          columns={columns({ ownLogin, roleName, onLink })}
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
  onLink,
}: StaffListProps & { ownLogin: string | undefined }): TableColumn<StaffMember>[] {
  return [
    {
      key: "login",
      header: i18n._("Username"),
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
      cell: (member) => <MemberState member={member} onLink={onLink} />,
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
      // No actions on one's own account, which could not be undone.
      cell: (member) => member.login !== ownLogin && <MemberMenu member={member} roleName={roleName} />,
    },
  ];
}

function MemberState({ member, onLink }: { member: StaffMember; onLink: (handover: Handover) => void }) {
  if (!member.is_active) return <Badge>{i18n._("Deactivated")}</Badge>;
  if (member.enrolled_at !== null) return <Badge severity="success">{i18n._("Active")}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-2 max-3xl:justify-end">
      <Badge severity="warn">{i18n._("Not enrolled")}</Badge>
      <LinkButton member={member} onLink={onLink} />
    </span>
  );
}

type LinkButtonProps = { member: StaffMember; onLink: (handover: Handover) => void };

/** Creates the link of a member who has not enrolled; earlier links become invalid. */
function LinkButton({ member, onLink }: LinkButtonProps) {
  const make = useMakeLink();
  const { id, login } = member;

  return (
    <Button
      severity="secondary"
      size="small"
      icon="link"
      pending={make.isPending}
      aria-label={i18n._("Create enrollment link for {login}", { login })}
      onClick={() =>
        make.mutate(id, {
          onSuccess: (link) => onLink({ login, link }),
          onError: (error) =>
            toast.add({
              severity: "error",
              summary: i18n._("Couldn’t create link"),
              detail: describeProblem(error),
            }),
        })
      }
    >
      {i18n._("Create enrollment link")}
    </Button>
  );
}
