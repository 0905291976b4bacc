import { i18n } from "@lingui/core";
import { useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { CopyButton } from "@/design/copy-button";
import { downloadText } from "@/lib/download-text";
import { site } from "@/session/site";

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
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
