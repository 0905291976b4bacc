import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { CodeInput } from "@/design/code-input";
import { CopyButton } from "@/design/copy-button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { QrCode } from "@/design/qr-code";
import { useLastNonNull } from "@/design/use-last-non-null";
import { downloadFile } from "@/lib/download-file";
import { site } from "@/session/site";
import { type TotpSetup, useConfirmTotp } from "./api";

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
  const [code, setCode] = useState("");
  const confirm = useConfirmTotp();

  async function send(digits: string) {
    if (confirm.isPending) return;
    try {
      const { recovery_codes } = await confirm.mutateAsync(digits);
      onConfirmed(recovery_codes);
    } catch {
      setCode("");
    }
  }

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) void send(code);
      }}
    >
      <p>{i18n._("Scan this with an app like Aegis, Google Authenticator or 1Password.")}</p>
      <div className="flex justify-center">
        <QrCode
          value={setup.uri}
          label={i18n._("QR code with the secret for your authenticator app")}
          size={192}
        />
      </div>
      <div>
        <p className="mb-1.5 text-13">{i18n._("Or enter this secret in the app:")}</p>
        <div className="flex min-h-10 items-center gap-1 rounded-control border border-line bg-shelf py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-13 text-ink">
            {inGroups(setup.secret)}
          </code>
          <CopyButton value={setup.secret} label={i18n._("Copy secret")} />
        </div>
      </div>
      <Field label={i18n._("Code from the app")} error={confirm.error && explain(confirm.error)}>
        <CodeInput value={code} onValueChange={setCode} onComplete={send} />
      </Field>
      <Button
        type="submit"
        fullWidth
        pending={confirm.isPending}
        disabled={code.length < 6 && !confirm.isPending}
      >
        {i18n._("Turn on")}
      </Button>
    </form>
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
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
