import { i18n } from "@lingui/core";
import { useState } from "react";
import { IconButton } from "@/design/icon-button";
import { Menu } from "@/design/menu";
import type { StaffMember } from "./api";
import { ResetDialog, RoleDialog, SwitchDialog } from "./member-dialogs";
import type { RoleName } from "./roles";

type MemberMenuProps = { member: StaffMember; roleName: RoleName };

export function MemberMenu({ member, roleName }: MemberMenuProps) {
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
