import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { StoredPicture } from "@/features/files/stored-picture";
import { uploadFile } from "@/features/files/upload";
import { KycAdvice, NameNotice } from "@/features/kyc/kyc-advice";
import { KycApproved, KycPending, KycRefused } from "@/features/kyc/kyc-status";
import { KycWizard } from "@/features/kyc/kyc-wizard";
import { type Client, currentClientQuery } from "@/session/client";

const UPLOADS = { document: uploadFile("kyc_document"), selfie: uploadFile("kyc_selfie") };

export function KycPage() {
  const current = useQuery(currentClientQuery);

  return (
    <PageSection
      level={1}
      title={i18n._("Identity verification")}
      description={i18n._("Verify your identity with a document and a selfie.")}
    >
      <QueryView query={current} skeleton={<Skeleton shape="block" className="h-96 w-full" />}>
        {({ client }) => <KycView client={client} />}
      </QueryView>
    </PageSection>
  );
}

function KycView({ client: { kyc, personal_info } }: { client: Client }) {
  const isOpen = kyc.status !== "pending" && kyc.status !== "approved";
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {isOpen && <NameNotice personalInfo={personal_info} />}
        <KycState kyc={kyc} />
      </div>
      {/* Announces to screen readers that the page updates by itself. */}
      <p role="status" className="sr-only">
        {statusText(kyc.status)}
      </p>
      {isOpen && <KycAdvice />}
    </div>
  );
}

function KycState({ kyc }: Pick<Client, "kyc">) {
  switch (kyc.status) {
    case "unverified":
      return <KycWizard uploads={UPLOADS} />;
    case "pending":
      return <KycPending kyc={kyc} Picture={StoredPicture} />;
    case "approved":
      return <KycApproved kyc={kyc} />;
    case "rejected":
    case "revoked":
      return <KycRefused kyc={kyc} uploads={UPLOADS} />;
  }
}

function statusText(status: Client["kyc"]["status"]): string {
  switch (status) {
    case "unverified":
      return i18n._("Status: not verified");
    case "pending":
      return i18n._("Status: under review");
    case "approved":
      return i18n._("Status: verified");
    case "rejected":
      return i18n._("Status: photos rejected");
    case "revoked":
      return i18n._("Status: verification revoked");
  }
}
