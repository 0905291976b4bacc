import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { useRateAnswer } from "./faq-api";

/** Asks whether an answer helped, and thanks for the reply. */
export function HelpfulButtons({ id, question }: { id: string; question: string }) {
  const rate = useRateAnswer(id);

  return (
    <div role="status" className="flex min-h-8 flex-wrap items-center gap-2">
      {rate.isSuccess ? (
        i18n._("Thanks for your feedback.")
      ) : (
        <>
          <span className="me-1">
            {rate.isError ? i18n._("That wasn’t sent. Did this help?") : i18n._("Did this help?")}
          </span>
          {[true, false].map((helpful) => (
            <Button
              key={String(helpful)}
              severity="secondary"
              size="small"
              aria-label={
                helpful
                  ? i18n._("Yes, the answer to “{question}” helped", { question })
                  : i18n._("No, the answer to “{question}” didn’t help", { question })
              }
              pending={rate.isPending && rate.variables === helpful}
              onClick={() => !rate.isPending && rate.mutate(helpful)}
            >
              {helpful ? i18n._("Yes") : i18n._("No")}
            </Button>
          ))}
        </>
      )}
    </div>
  );
}
