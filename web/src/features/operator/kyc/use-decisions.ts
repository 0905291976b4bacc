import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { toast } from "@/design/toast";
import { fullName } from "@/lib/identity-text";
import { type Case, type Decision, isDecidedAlready, useDecide } from "./api";

const CONFIRMATION_MS = 5_000;

/** Decides the open case; `onDecided` opens the next one. */
export function useDecisions(shown: Case | undefined, onDecided: (decided: Case) => void) {
  const mutation = useDecide();
  const [lateCase, setLateCase] = useState<string | null>(null);

  /** Throws validation errors of the server; a conflict with another reviewer is shown beside the case. */
  async function decide(decision: Decision): Promise<void> {
    if (!shown || mutation.isPending) return;
    setLateCase(null);
    try {
      const decided = await mutation.mutateAsync({ clientId: shown.client_id, decision });
      toast.add({ severity: "success", summary: confirmation(decision, decided), life: CONFIRMATION_MS });
      if (decision.act !== "revoke") onDecided(decided);
    } catch (error) {
      if (!isDecidedAlready(error)) throw error;
      setLateCase(shown.client_id);
    }
  }

  function approve() {
    decide({ act: "approve" }).catch((error: unknown) =>
      toast.add({ severity: "error", summary: i18n._("Couldn’t approve"), detail: describeProblem(error) }),
    );
  }

  return {
    decide,
    approve,
    isDeciding: mutation.isPending,
    wasTooLate: lateCase !== null && lateCase === shown?.client_id,
  };
}

function confirmation({ act }: Decision, decided: Case): string {
  const name = fullName(decided.personal_info) ?? decided.email;
  switch (act) {
    case "approve":
      return i18n._("{name} approved", { name });
    case "reject":
      return i18n._("{name} rejected", { name });
    case "revoke":
      return i18n._("Approval of {name} revoked", { name });
  }
}
