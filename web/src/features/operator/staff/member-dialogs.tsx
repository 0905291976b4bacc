import { i18n } from "@lingui/core";
import { useState } from "react";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { RadioGroup } from "@/design/radio-group";
import { toast } from "@/design/toast";
import { type Role, type StaffMember, useProposeChange, useProposeReset } from "./api";
import { Refusal } from "./refusal";
import { type RoleName, roleOptions } from "./roles";

type MemberDialogProps = { isOpen: boolean; member: StaffMember; onClose: () => void };

const needsApproval = () => i18n._("Another administrator must approve it first.");

export function RoleDialog({
  isOpen,
  member,
  roleName,
  onClose,
}: MemberDialogProps & { roleName: RoleName }) {
  const propose = useProposeChange(member.id);
  const [role, setRole] = useState<Role>(member.role);
  const { login } = member;

  function close() {
    onClose();
    propose.reset();
    setRole(member.role);
  }

  function save() {
    if (role === member.role) return close();
    propose.mutate({ role }, { onSuccess: () => confirmProposed(close) });
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={i18n._("Change role of {login}", { login })}
      confirmLabel={i18n._("Propose")}
      consequences={[
        needsApproval(),
        i18n._("{login} is signed out everywhere and must sign in again.", { login }),
      ]}
      pending={propose.isPending}
      onConfirm={save}
      onCancel={close}
    >
      <RadioGroup
        aria-label={i18n._("Role")}
        look="cards"
        options={roleOptions(roleName)}
        value={role}
        onValueChange={setRole}
      />
      <div className="mt-3 empty:hidden">
        <Refusal error={propose.error} />
      </div>
    </ConfirmDialog>
  );
}

export function SwitchDialog({ isOpen, member, onClose }: MemberDialogProps) {
  const propose = useProposeChange(member.id);
  const { login, is_active } = member;

  function close() {
    onClose();
    propose.reset();
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={is_active ? i18n._("Deactivate {login}?", { login }) : i18n._("Activate {login}?", { login })}
      consequences={[
        needsApproval(),
        ...(is_active
          ? [
              i18n._("{login} is signed out everywhere and can’t sign in.", { login }),
              i18n._("Past actions of {login} stay in the audit log.", { login }),
            ]
          : [i18n._("{login} can sign in with the old password and 2FA.", { login })]),
      ]}
      confirmLabel={i18n._("Propose")}
      severity={is_active ? "error" : "primary"}
      pending={propose.isPending}
      onConfirm={() => propose.mutate({ is_active: !is_active }, { onSuccess: () => confirmProposed(close) })}
      onCancel={close}
    >
      <Refusal error={propose.error} />
    </ConfirmDialog>
  );
}

export function ResetDialog({ isOpen, member, onClose }: MemberDialogProps) {
  const propose = useProposeReset(member.id);
  const { login } = member;

  function close() {
    onClose();
    propose.reset();
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={i18n._("Reset credentials of {login}?", { login })}
      consequences={[
        needsApproval(),
        i18n._("Password, authenticator app and passkeys stop working, and open sessions end."),
        i18n._("{login} then enrolls again with a link that you hand over.", { login }),
      ]}
      confirmLabel={i18n._("Propose")}
      severity="error"
      pending={propose.isPending}
      onConfirm={() => propose.mutate(undefined, { onSuccess: () => confirmProposed(close) })}
      onCancel={close}
    >
      <Refusal error={propose.error} />
    </ConfirmDialog>
  );
}

function confirmProposed(close: () => void) {
  close();
  toast.add({
    severity: "success",
    summary: i18n._("Proposed"),
    detail: i18n._("Ask another administrator to approve it."),
    life: 5000,
  });
}
