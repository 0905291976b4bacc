import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { IconButton } from "@/design/icon-button";
import { ListTable } from "@/design/list-table";
import { Menu } from "@/design/menu";
import { PagedList } from "@/design/paged-list";
import { RowAction } from "@/design/row-action";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { useOperator } from "@/session/operator";
import { type StaffMember, staffQuery, useMakeLink } from "./api";
import { ResetDialog, RoleDialog, SwitchDialog } from "./member-dialogs";
import type { Handover } from "./new-staff-dialog";
import { describeRole, type RoleName } from "./roles";

type StaffListProps = { roleName: RoleName; onLink: (handover: Handover) => void };

export function StaffList({ roleName, onLink }: StaffListProps) {
  const staff = useInfiniteQuery(staffQuery);
  const ownLogin = useOperator()?.login;

  return (
    <PagedList query={staff} skeleton={<Skeleton shape="table" rows={5} columns={4} />}>
      {(rows) => (
        <ListTable
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
        <span className="block @max-3xl:text-end">
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
  if (member.enrolled_at !== null) return <Badge severity="success">{i18n._("Enrolled")}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-2 @max-3xl:justify-end">
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
    <RowAction
      icon="link"
      pending={make.isPending}
      name={i18n._("Create enrollment link for {login}", { login })}
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
      label={i18n._("Create enrollment link")}
    />
  );
}

type MemberMenuProps = { member: StaffMember; roleName: RoleName };

function MemberMenu({ member, roleName }: MemberMenuProps) {
  const [asked, setAsked] = useState<"role" | "switch" | "reset" | null>(null);
  const close = () => setAsked(null);

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon="ellipsis-vertical"
            size="small"
            label={i18n._("Change {login}", { login: member.login })}
          />
        }
        items={[
          {
            kind: "action",
            label: i18n._("Change role"),
            icon: "user-check",
            onSelect: () => setAsked("role"),
          },
          {
            kind: "action",
            label: i18n._("Reset credentials"),
            icon: "key",
            onSelect: () => setAsked("reset"),
          },
          { kind: "separator", key: "below" },
          member.is_active
            ? {
                kind: "action",
                label: i18n._("Deactivate"),
                icon: "ban",
                danger: true,
                onSelect: () => setAsked("switch"),
              }
            : {
                kind: "action",
                label: i18n._("Activate"),
                icon: "check",
                onSelect: () => setAsked("switch"),
              },
        ]}
      />
      <RoleDialog isOpen={asked === "role"} member={member} roleName={roleName} onClose={close} />
      <SwitchDialog isOpen={asked === "switch"} member={member} onClose={close} />
      <ResetDialog isOpen={asked === "reset"} member={member} onClose={close} />
    </>
  );
}
