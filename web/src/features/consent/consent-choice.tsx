import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { type ConsentStatus, saveConsent, useConsentStatus } from "./model";

/** Shows the consent, and changes it. */
export function ConsentChoice() {
  const status = useConsentStatus();

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-deep p-4">
      <p role="status" className="text-ink">
        {describe(status)}
      </p>
      {status !== null && (
        <Button
          severity="secondary"
          size="small"
          onClick={() => saveConsent(status === "accepted" ? "rejected" : "accepted")}
        >
          {status === "accepted" ? i18n._("Reject All") : i18n._("Accept All")}
        </Button>
      )}
    </div>
  );
}

function describe(status: ConsentStatus | null): string {
  if (status === null) return i18n._("No choice yet. Use the banner below.");
  return status === "accepted"
    ? i18n._("You accepted all cookies.")
    : i18n._("You rejected all optional cookies.");
}
