import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { CopyButton } from "@/design/copy-button";
import { Modal } from "@/design/modal";
import { TotpSecret } from "@/design/totp-secret";
import { useLastNonNull } from "@/design/use-last-non-null";
import { downloadFile } from "@/lib/download-file";
import { site } from "@/session/site";
import { type TotpSetup, useConfirmTotp } from "./api";
import { CodeForm } from "./code-form";

type TotpDialogProps = { setup: TotpSetup | null; onClose: () => void };

type Confirmed = { setup: TotpSetup; codes: readonly string[] };

/** Two steps: set up and confirm the secret; then the recovery codes, which are shown only once. */
export function TotpDialog({ setup, onClose }: TotpDialogProps) {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const shown = useLastNonNull(setup);
  // Codes of an earlier setup do not belong to this one.
  const codes = confirmed?.setup === shown ? (confirmed?.codes ?? null) : null;

  return (
    <Modal
      open={setup !== null}
      onClose={onClose}
      // Not closable by accident, because the codes are never shown again.
      closable={codes === null}
      closeOnEscape={codes === null}
      closeOnMask={false}
      title={codes ? i18n._("Save your recovery codes") : i18n._("Set up your authenticator app")}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        shown && (
          <TotpForm
            key={shown.secret}
            setup={shown}
            onConfirmed={(codes) => setConfirmed({ setup: shown, codes })}
          />
        )
      )}
    </Modal>
  );
}

type TotpFormProps = { setup: TotpSetup; onConfirmed: (codes: readonly string[]) => void };

function TotpForm({ setup, onConfirmed }: TotpFormProps) {
  const confirm = useConfirmTotp();

  async function send(code: string) {
    const { recovery_codes } = await confirm.mutateAsync(code);
    onConfirmed(recovery_codes);
  }

  return (
    <CodeForm
      label={i18n._("Code from the app")}
      error={confirm.error && explain(confirm.error)}
      action={i18n._("Turn on")}
      isPending={confirm.isPending}
      onCode={send}
    >
      <p>{i18n._("Scan this with an app like Aegis, Google Authenticator or 1Password.")}</p>
      <TotpSecret uri={setup.uri} secret={setup.secret} />
    </CodeForm>
  );
}

function explain(error: Error): string {
  if (error instanceof ProblemError && error.code === "CODE_INVALID") {
    return i18n._("Incorrect code. Check that your phone’s clock is set automatically.");
  }
  return describeProblem(error);
}

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [areKept, setKept] = useState(false);
  const text = codes.join("\n");

  function download() {
    const title = i18n._("Recovery codes for {sitename}. Each code works once.", {
      sitename: site().sitename,
    });
    downloadText("recovery-codes.txt", `${title}\n\n${text}\n`);
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        {i18n._("Your authenticator app is on. Use one of these codes to sign in if you lose your phone.")}
      </p>
      <Banner severity="warn">{i18n._("Shown once. Each code works once.")}</Banner>
      <ul
        aria-label={i18n._("Recovery codes")}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card border border-line bg-shelf p-4 text-center font-mono text-14 text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label={i18n._("Copy codes")} showLabel />
        <Button severity="secondary" size="small" icon="download" onClick={download}>
          {i18n._("Download codes")}
        </Button>
      </div>
      <Checkbox
        label={i18n._("I’ve stored these codes in a safe place")}
        checked={areKept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button fullWidth disabled={!areKept} onClick={onDone}>
        {i18n._("Done")}
      </Button>
    </div>
  );
}

/** Downloads a text as a file. */
function downloadText(filename: string, text: string): void {
  downloadFile(filename, new Blob([text], { type: "text/plain;charset=utf-8" }));
}
