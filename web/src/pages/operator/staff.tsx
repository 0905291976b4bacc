import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { ConsolePage } from "@/features/operator/console-page";
import { roleName } from "@/features/operator/role-name";
import type { StaffSecrets } from "@/features/operator/staff/api";
import { Handover } from "@/features/operator/staff/handover";
import { NewStaffDialog } from "@/features/operator/staff/new-staff-dialog";
import { StaffList } from "@/features/operator/staff/staff-list";

export function StaffPage() {
  const [isAdding, setAdding] = useState(false);
  const [secrets, setSecrets] = useState<StaffSecrets | null>(null);

  return (
    <ConsolePage
      title={i18n._("Staff")}
      permission="staff"
      description={i18n._(
        "Who may use this console, and for what. Nobody changes their own account: ask a colleague.",
      )}
      actions={
        <Button size="small" icon="user-plus" onClick={() => setAdding(true)}>
          {i18n._("Add a colleague")}
        </Button>
      }
    >
      <StaffList roleName={roleName} onReset={setSecrets} />
      <NewStaffDialog
        isOpen={isAdding}
        roleName={roleName}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false);
          setSecrets(added);
        }}
      />
      <Handover secrets={secrets} onDone={() => setSecrets(null)} />
    </ConsolePage>
  );
}
