import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { RichText } from "@/design/rich-text";
import { toast } from "@/design/toast";
import { formatCountdown } from "@/lib/format-countdown";
import { currentClientQuery } from "@/session/client";
import { useResendConfirmation } from "./api";
import { ProblemBanner } from "./problem-banner";
import { useWait } from "./use-wait";

const MAIL_INTERVAL_MS = 60_000;

/** Requests another email once the rate limit allows it; the email of the registration counts. */
export function ResendCode({ registeredAt }: { registeredAt: number }) {
  const cache = useQueryClient();
  const resend = useResendConfirmation();
  const { wait, waitFor, waitAfter } = useWait(() => registeredAt * 1000 + MAIL_INTERVAL_MS);

  function ask() {
    resend.mutate(undefined, {
      onSuccess({ retry_after }) {
        waitFor(retry_after);
        const detail = i18n._("The previous code no longer works.");
        toast.add({ severity: "success", summary: i18n._("New code sent"), detail, life: 5000 });
      },
      onError(error) {
        waitAfter(error);
        // The address was confirmed elsewhere meanwhile.
        if (isCode(error, "STATE_CONFLICT")) void cache.invalidateQueries(currentClientQuery);
      },
    });
  }

  return (
    <div className="flex flex-col items-center gap-3 text-center text-13 text-ink-2">
      {wait > 0 ? (
        <p>
          <RichText
            text={i18n._("Didn’t get it? Request a new code in <time>{time}</time>", {
              time: formatCountdown(wait),
            })}
            tags={{ time: (time) => <span className="tabular-nums">{time}</span> }}
          />
        </p>
      ) : (
        <Button severity="link" size="small" pending={resend.isPending} onClick={ask}>
          {i18n._("Send new code")}
        </Button>
      )}
      {resend.error && !isCode(resend.error, "STATE_CONFLICT", "CODE_RESEND_TOO_SOON") && (
        <ProblemBanner error={resend.error} wait={wait} />
      )}
    </div>
  );
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof ProblemError && codes.includes(error.code);
}
