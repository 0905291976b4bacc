import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import { type MailRow, useRetryMail } from "./api";

export function RetryButton({ mail }: { mail: Pick<MailRow, "id" | "subject"> }) {
  const retry = useRetryMail();

  function tryAgain() {
    retry.mutate(mail.id, {
      onSuccess: () => toast.add({ severity: "success", summary: i18n._("Sending again"), life: 5000 }),
      onError: (error) =>
        toast.add({ severity: "error", summary: i18n._("Couldn’t retry"), detail: describeProblem(error) }),
    });
  }

  return (
    <Button
      severity="secondary"
      size="small"
      icon="refresh-cw"
      pending={retry.isPending}
      aria-label={i18n._("Retry: {subject}", { subject: mail.subject })}
      onClick={tryAgain}
    >
      {i18n._("Try again")}
    </Button>
  );
}
