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
          ? i18n._("We have checked your {document}. There is nothing more to do here.", {
              document: documentTypeInSentence(kyc.type),
            })
          : i18n._("There is nothing more to do here.")}{" "}
        {i18n._("Your names are fixed from now on; should they change, write to us.")}
      </p>
      <div className="flex flex-wrap gap-2">
        {pageExists("/kyc-levels") && (
          <Link to="/kyc-levels" className={buttonClass({ severity: "secondary" })}>
            {i18n._("See what your level unlocks")}
          </Link>
        )}
        {pageExists("/personal/contact") && (
          <Link to="/personal/contact" className={buttonClass({ severity: "link" })}>
            {i18n._("Write to us")}
          </Link>
        )}
      </div>
    </StatusCard>
  );
}
