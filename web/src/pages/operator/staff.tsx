import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import { ConsolePage } from "@/features/operator/console-page";
import { ShellCommand } from "@/features/operator/proposals/refusal";
import { staffQuery } from "@/features/operator/staff/api";
import { type Handover, LinkDialog, NewStaffDialog } from "@/features/operator/staff/new-staff-dialog";
import { ProposalList } from "@/features/operator/staff/proposal-list";
import { roleName } from "@/features/operator/staff/roles";
import { StaffList } from "@/features/operator/staff/staff-list";
import { useMay } from "@/session/operator";

export function StaffPage() {
  const [isAdding, setAdding] = useState(false);

  function showProposedToast() {
    setAdding(false);
    toast.success(i18n._("Proposed"), i18n._("Ask another administrator to approve it."));
  }

  return (
    <ConsolePage
      title={i18n._("Staff")}
      permission="staff"
      description={i18n._(
        "Who can use this console, with which role. One administrator proposes a change, another approves it.",
      )}
      actions={
        <Button size="small" icon="user-plus" onClick={() => setAdding(true)}>
          {i18n._("Add colleague")}
        </Button>
      }
    >
      <Team />
      <NewStaffDialog
        isOpen={isAdding}
        roleName={roleName}
        onClose={() => setAdding(false)}
        onProposed={showProposedToast}
      />
    </ConsolePage>
  );
}

function Team() {
  const [handover, setHandover] = useState<Handover | null>(null);
  return (
    <>
      <LoneAdmin />
      <ProposalList roleName={roleName} />
      <StaffList roleName={roleName} onLink={setHandover} />
      <LinkDialog handover={handover} onDone={() => setHandover(null)} />
    </>
  );
}

/** With one admin nobody can approve: the second one is created at the command line. */
function LoneAdmin() {
  const may = useMay();
  const staff = useInfiniteQuery({ ...staffQuery, enabled: may("staff") });
  const rows = staff.data?.pages.flatMap(({ items }) => items) ?? [];
  const admins = rows.filter(
    ({ role, is_active, enrolled_at }) => role === "admin" && is_active && enrolled_at !== null,
  );
  if (staff.data === undefined || staff.hasNextPage || admins.length > 1) return null;
  return (
    <Banner severity="info">
      <p>
        {i18n._(
          "You’re the only administrator, so no one can approve changes. Create a second one on the server:",
        )}
      </p>
      <ShellCommand command="clearwater staff create --login NAME --role admin" />
    </Banner>
  );
}
