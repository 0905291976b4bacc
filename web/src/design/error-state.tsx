import { i18n } from "@lingui/core";
import { Button } from "./button";
import { Icon } from "./icon";

interface ErrorStateProps {
  title?: string | undefined;
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** The label of the button. */
  action?: string | undefined;
  pending?: boolean | undefined;
}

export function ErrorState({ title, detail, onRetry, action, pending }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full border border-error/30 bg-error/12 text-error">
        <Icon name="circle-alert" size={20} />
      </span>
      <p className="max-w-prose font-medium text-14 text-ink">{title ?? i18n._("Couldn’t load this")}</p>
      <p className="mt-1 max-w-prose text-13 text-ink-2">
        {detail ?? i18n._("Nothing was changed. Try again in a moment or check your connection.")}
      </p>
      {onRetry && (
        <div className="mt-4">
          <Button severity="secondary" size="small" icon="refresh-cw" pending={pending} onClick={onRetry}>
            {action ?? i18n._("Try again")}
          </Button>
        </div>
      )}
    </div>
  );
}
