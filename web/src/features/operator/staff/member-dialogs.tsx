import { i18n } from "@lingui/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { RadioGroup } from "@/design/radio-group";
import { toast } from "@/design/toast";
import { Refusal } from "@/features/operator/proposals/refusal";
import { type Role, type StaffMember, useProposeChange, useProposeReset } from "./api";
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
  const { login, is_active } = member;
  return (
    <ProposalDialog
      open={isOpen}
      title={is_active ? i18n._("Deactivate {login}?", { login }) : i18n._("Activate {login}?", { login })}
      consequences={
        is_active
          ? [
              i18n._("{login} is signed out everywhere and can’t sign in.", { login }),
              i18n._("Past actions of {login} stay in the audit log.", { login }),
            ]
          : [i18n._("{login} can sign in with the old password and 2FA.", { login })]
      }
      severity={is_active ? "error" : "primary"}
      proposal={useProposeChange(member.id)}
      change={{ is_active: !is_active }}
      onClose={onClose}
    />
  );
}

export function ResetDialog({ isOpen, member, onClose }: MemberDialogProps) {
  const { login } = member;
  return (
    <ProposalDialog
      open={isOpen}
      title={i18n._("Reset credentials of {login}?", { login })}
      consequences={[
        i18n._("Password, authenticator app and passkeys stop working, and open sessions end."),
        i18n._("{login} then enrolls again with a link that you hand over.", { login }),
      ]}
      severity="error"
      proposal={useProposeReset(member.id)}
      change={undefined}
      onClose={onClose}
    />
  );
}

interface ProposalDialogProps<Change> {
  open: boolean;
  title: string;
  consequences: readonly string[];
  severity: "primary" | "error";
  proposal: UseMutationResult<unknown, Error, Change>;
  change: Change;
  onClose: () => void;
}

/** Asks before a change is proposed to another administrator. */
function ProposalDialog<Change>(props: ProposalDialogProps<Change>) {
  const { open, title, consequences, severity, proposal, change, onClose } = props;

  function close() {
    onClose();
    proposal.reset();
  }

  return (
    <ConfirmDialog
      open={open}
      title={title}
      consequences={[needsApproval(), ...consequences]}
      confirmLabel={i18n._("Propose")}
      severity={severity}
      pending={proposal.isPending}
      onConfirm={() => proposal.mutate(change, { onSuccess: () => confirmProposed(close) })}
      onCancel={close}
    >
      <Refusal error={proposal.error} />
    </ConfirmDialog>
  );
}

function confirmProposed(close: () => void) {
  close();
  toast.success(i18n._("Proposed"), i18n._("Ask another administrator to approve it."));
}
