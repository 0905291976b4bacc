import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { formatDateTime } from "@/lib/dates";
import { documentName } from "@/lib/identity-text";
import type { Case, CaseStep } from "./api";
import { actName, reasonName } from "./texts";

interface CaseHistoryProps {
  shown: Case;
  /** Shows the pictures of an earlier step. */
  onShow: (step: CaseStep) => void;
}

const ICONS = {
  submitted: { name: "upload", look: "text-ink-3" },
  approved: { name: "circle-check", look: "text-success" },
  rejected: { name: "circle-x", look: "text-warn" },
  revoked: { name: "ban", look: "text-error" },
} as const satisfies Record<CaseStep["act"], { name: IconName; look: string }>;

/** Submissions and decisions, newest first. */
export function CaseHistory({ shown, onShow }: CaseHistoryProps) {
  return (
    <Card title={i18n._("History")}>
      <ol className="flex flex-col gap-4">
        {shown.history.map((step) => (
          <Step
            key={`${step.at} ${step.act}`}
            step={step}
            isEarlier={step.act === "submitted" && step.photos.selfie !== shown.photos.selfie}
            onShow={() => onShow(step)}
          />
        ))}
      </ol>
    </Card>
  );
}

interface StepProps {
  step: CaseStep;
  /** Whether its pictures differ from the current ones. */
  isEarlier: boolean;
  onShow: () => void;
}

function Step({ step, isEarlier, onShow }: StepProps) {
  const { name, look } = ICONS[step.act];
  return (
    <li className="flex gap-3">
      <Icon name={name} className={`mt-0.5 ${look}`} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-14 text-ink">
          {actName(step.act)}
          <time dateTime={new Date(step.at * 1000).toISOString()} className="text-12 text-ink-3 tabular-nums">
            {formatDateTime(step.at)}
          </time>
        </p>
        <p className="text-12 text-ink-3 wrap-anywhere">
          {[
            step.staff && i18n._("by {login}", { login: step.staff }),
            step.act === "submitted" && documentName(step.type),
            step.reason && reasonName(step.reason),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {step.message && (
          <p className="mt-1 whitespace-pre-line border-line-strong border-s-2 ps-2 text-13 text-ink-2 wrap-anywhere">
            {step.message}
          </p>
        )}
        {isEarlier && (
          <Button severity="link" size="small" className="-ms-3" onClick={onShow}>
            {i18n._("Show these photos")}
          </Button>
        )}
      </div>
    </li>
  );
}
