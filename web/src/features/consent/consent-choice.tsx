import { i18n } from "@lingui/core";
import { useRef } from "react";
import { Button } from "@/design/button";
import { type ConsentStatus, clearConsent, useConsentStatus } from "./model";

/** Where an answer is looked up and taken back, as easily as it was given. */
export function ConsentChoice() {
  const status = useConsentStatus();
  const statement = useRef<HTMLParagraphElement>(null);

  function chooseAgain() {
    clearConsent();
    // The button goes with the answer; without this the keyboard would be back at the top of the page.
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
