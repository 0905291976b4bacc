import { i18n } from "@lingui/core";
import { useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { type KycUploads, KycWizard } from "./kyc-wizard";
import type { KycFacts } from "./model";
import { StatusCard } from "./status-card";
import { reasonText } from "./texts";

interface KycRefusedProps {
  kyc: KycFacts;
  uploads: KycUploads;
}

/** A rejected or revoked check: the reason, and how to submit again. */
export function KycRefused({ kyc, uploads }: KycRefusedProps) {
  const [isStarted, setStarted] = useState(false);

  if (isStarted) {
    return (
      <>
        {kyc.message && (
          <Banner severity="warn">{i18n._("Reviewer’s note: {message}", { message: kyc.message })}</Banner>
        )}
        <KycWizard uploads={uploads} />
      </>
    );
  }
  const reason = kyc.reason && reasonText(kyc.reason);
  const isRevoked = kyc.status === "revoked";
  return (
    <StatusCard
      icon="shield-alert"
      tone="warn"
      title={
        isRevoked ? i18n._("Your verification was revoked") : i18n._("These photos couldn’t be verified")
      }
    >
      {reason && <p className="max-w-prose font-medium text-14 text-ink">{reason}</p>}
      {kyc.message && (
        <blockquote className="max-w-prose whitespace-pre-line border-warn border-l-2 pl-4 text-14 text-ink wrap-anywhere">
          {kyc.message}
        </blockquote>
      )}
      <p className="max-w-prose text-14 text-ink-2">
        {isRevoked
          ? i18n._("Your funds are safe. Upload new photos to verify again.")
          : i18n._("Upload new photos to try again.")}
      </p>
      <div>
        <Button onClick={() => setStarted(true)}>{i18n._("Upload new photos")}</Button>
      </div>
    </StatusCard>
  );
}
