import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { pageExists } from "@/lib/page-paths";
import { isDocumentType, type KycFacts } from "./model";
import { StatusCard } from "./status-card";
import { documentTypeInSentence } from "./texts";

export function KycApproved({ kyc }: { kyc: KycFacts }) {
  return (
    <StatusCard icon="badge-check" tone="success" title={i18n._("Your identity is verified")}>
      <p className="max-w-prose text-14 text-ink-2">
        {isDocumentType(kyc.type)
          ? i18n._("Your {document} is verified. Nothing more to do here.", {
              document: documentTypeInSentence(kyc.type),
            })
          : i18n._("Nothing more to do here.")}{" "}
        {i18n._("Your name is locked. To change it, contact support.")}
      </p>
      <div className="flex flex-wrap gap-2">
        {pageExists("/kyc-levels") && (
          <Link to="/kyc-levels" className={buttonClass({ severity: "secondary" })}>
            {i18n._("See what your level unlocks")}
          </Link>
        )}
        {pageExists("/personal/contact") && (
          <Link to="/personal/contact" className={buttonClass({ severity: "link" })}>
            {i18n._("Contact support")}
          </Link>
        )}
      </div>
    </StatusCard>
  );
}
