import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { RadioGroup } from "@/design/radio-group";
import { toast } from "@/design/toast";
import { type Role, type StaffMember, type StaffSecrets, useChangeStaff, useResetStaff } from "./api";
import { type RoleName, roleOptions } from "./roles";

type MemberDialogProps = { isOpen: boolean; member: StaffMember; onClose: () => void };

export function RoleDialog({
  isOpen,
  member,
  roleName,
  onClose,
}: MemberDialogProps & { roleName: RoleName }) {
  const change = useChangeStaff(member.id);
  const [role, setRole] = useState<Role>(member.role);
  const { login } = member;

  function close() {
    onClose();
    change.reset();
    setRole(member.role);
  }

  function save() {
    if (role === member.role) return close();
    change.mutate(
      { role },
      {
        onSuccess: () => {
          onClose();
          confirmDone(i18n._("{login} now has the role {role}", { login, role: roleName(role) }));
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={i18n._("Change the role of {login}", { login })}
      confirmLabel={i18n._("Change the role")}
      consequences={[i18n._("Open sessions of {login} end; they sign in again.", { login })]}
      pending={change.isPending}
      error={change.error ? describeProblem(change.error) : undefined}
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
    </ConfirmDialog>
  );
}

export function SwitchDialog({ isOpen, member, onClose }: MemberDialogProps) {
  const change = useChangeStaff(member.id);
  const { login, is_active } = member;

  function close() {
    onClose();
    change.reset();
  }

  function save() {
    change.mutate(
      { is_active: !is_active },
      {
        onSuccess: () => {
          close();
          confirmDone(
            is_active
              ? i18n._("{login} is switched off", { login })
              : i18n._("{login} may sign in again", { login }),
          );
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={is_active ? i18n._("Switch {login} off?", { login }) : i18n._("Switch {login} on?", { login })}
      consequences={
        is_active
          ? [
              i18n._("Open sessions of {login} end, and nobody can sign in with this login.", { login }),
              i18n._("What {login} has done stays in the audit log.", { login }),
            ]
          : [i18n._("{login} can sign in with the old password and second factor.", { login })]
      }
      confirmLabel={is_active ? i18n._("Switch off") : i18n._("Switch on")}
      severity={is_active ? "error" : "primary"}
      pending={change.isPending}
      error={change.error ? describeProblem(change.error) : undefined}
      onConfirm={save}
      onCancel={close}
    />
  );
}

export function ResetDialog({
  isOpen,
  member,
  onClose,
  onReset,
}: MemberDialogProps & { onReset: (secrets: StaffSecrets) => void }) {
  const reset = useResetStaff(member.id);
  const { login } = member;

  function close() {
    onClose();
    reset.reset();
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={i18n._("Give {login} a new password and second factor?", { login })}
      consequences={[
        i18n._("The old ones stop working, and open sessions of {login} end.", { login }),
        i18n._("The new ones are shown to you once, for handing over."),
      ]}
      confirmLabel={i18n._("Make new ones")}
      severity="error"
      pending={reset.isPending}
      error={reset.error ? describeProblem(reset.error) : undefined}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: (secrets) => {
            close();
            onReset(secrets);
          },
        })
      }
      onCancel={close}
    />
  );
}

function confirmDone(summary: string) {
  toast.add({ severity: "success", summary, life: 5000 });
}
