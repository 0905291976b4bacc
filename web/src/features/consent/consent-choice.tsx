import { i18n } from "@lingui/core";
import { useRef } from "react";
import { Button } from "@/design/button";
import { type ConsentStatus, clearConsent, useConsentStatus } from "./model";

/** Shows and withdraws the consent. */
export function ConsentChoice() {
  const status = useConsentStatus();
  const statement = useRef<HTMLParagraphElement>(null);

  function chooseAgain() {
    clearConsent();
    // The button disappears with the answer, so move the focus, which would otherwise be lost.
    statement.current?.focus();
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-deep p-4">
      <p ref={statement} role="status" tabIndex={-1} className="text-ink outline-none">
        {describe(status)}
      </p>
      {status !== null && (
        <Button severity="secondary" size="small" onClick={chooseAgain}>
          {i18n._("Choose again")}
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
