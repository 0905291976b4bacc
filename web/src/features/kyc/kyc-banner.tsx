import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Banner } from "@/design/banner";
import { buttonClass } from "@/design/button";
import { useCurrentClient } from "@/session/client";

const KYC_PATH = "/personal/kyc";
/** Where the to-do list has the same reminder. */
const DASHBOARD_PATH = "/personal/dashboard";

/** A reminder of the identity check above the pages of the personal area. */
export function KycBanner() {
  const client = useCurrentClient();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [isDismissed, setDismissed] = useState(false);
  if (!client || path === KYC_PATH) return null;

  switch (client.kyc.status) {
    case "unverified":
      if (isDismissed || path === DASHBOARD_PATH) return null;
      return (
        <Banner
          severity="info"
          action={<KycLink>{i18n._("Verify your identity")}</KycLink>}
          onDismiss={() => setDismissed(true)}
        >
          {i18n._("Your identity isn’t verified yet. Verify it to withdraw more and reach higher levels.")}
        </Banner>
      );
    case "rejected":
      return (
        <Banner severity="warn" action={<KycLink>{i18n._("See why")}</KycLink>}>
          {i18n._("Your identity couldn’t be verified. Upload new photos.")}
        </Banner>
      );
    case "revoked":
      return (
        <Banner severity="warn" action={<KycLink>{i18n._("See why")}</KycLink>}>
          {i18n._("Your verification was revoked.")}
        </Banner>
      );
    default:
      return null;
  }
}

function KycLink({ children }: { children: string }) {
  return (
    <Link to={KYC_PATH} className={buttonClass({ severity: "secondary", size: "small" })}>
      {children}
    </Link>
  );
}
