import { i18n } from "@lingui/core";
import { Banner } from "./banner";
import { Button } from "./button";

interface LostNoticeProps {
  message: { summary: string; detail?: string | undefined };
  /** `canCheck`: the server can still be asked what became of it. */
  request: { isPending: boolean; canCheck: boolean; dismiss: () => void };
  onCheck: () => void;
}

/** Says that the answer to a request is missing; asking again repeats nothing. */
export function LostNotice({ message, request, onCheck }: LostNoticeProps) {
  const { isPending, canCheck, dismiss } = request;
  return (
    <Banner severity="warn">
      <p>{message.summary}</p>
      <p className="mt-1 text-13 text-ink-2">
        {canCheck ? message.detail : i18n._("Check your transactions before you repeat it.")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {canCheck && (
          <Button size="small" pending={isPending} onClick={onCheck}>
            {i18n._("Check again")}
          </Button>
        )}
        <Button severity="secondary" size="small" disabled={isPending} onClick={dismiss}>
          {i18n._("Dismiss")}
        </Button>
      </div>
    </Banner>
  );
}
