import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import { type StaffMember, useMakeLink } from "./api";
import type { Handover } from "./link-dialog";

type LinkButtonProps = { member: StaffMember; onLink: (handover: Handover) => void };

/** Makes the link for somebody who has not enrolled; a link made before stops working. */
export function LinkButton({ member, onLink }: LinkButtonProps) {
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
