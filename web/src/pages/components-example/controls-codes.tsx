import { i18n } from "@lingui/core";
import { useState } from "react";
import { CodeInput } from "@/design/code-input";
import { CopyButton } from "@/design/copy-button";
import { Field } from "@/design/field";
import { PasskeyButton } from "@/design/passkey-button";
import { QrCode } from "@/design/qr-code";
import { SecretText } from "@/design/secret-text";
import { TotpSecret } from "@/design/totp-secret";
import { Example } from "./example";

const ADDRESS = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";

export function ControlsCodes() {
  return (
    <div className="grid gap-10 sm:grid-cols-2">
      <Example title={i18n._("One-time codes")}>
        <Codes />
      </Example>
      <Example title={i18n._("Copying, secrets and QR codes")}>
        <div className="space-y-5">
          <div className="flex flex-wrap items-start gap-5">
            <QrCode value={`bitcoin:${ADDRESS}`} label={i18n._("QR code of the address")} />
            <div className="min-w-0 flex-1 basis-56 space-y-3">
              <p className="break-all font-mono text-13 text-ink">{ADDRESS}</p>
              <div className="flex flex-wrap items-center gap-2">
                <CopyButton value={ADDRESS} label={i18n._("Copy address")} showLabel />
                <CopyButton value={ADDRESS} label={i18n._("Copy address")} />
              </div>
            </div>
          </div>
          <SecretText value="cw_live_7Qm2vXzR4kPd9LwS8yTbN3fH" label={i18n._("API secret")} />
        </div>
      </Example>
      <Example title={i18n._("Authenticator app and passkey")}>
        <div className="space-y-5">
          <TotpSecret uri="otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP" secret="JBSWY3DPEHPK3PXP" />
          <PasskeyButton pending={false} onClick={() => {}} />
        </div>
      </Example>
    </div>
  );
}

const RIGHT_CODE = "123456";

function Codes() {
  const [code, setCode] = useState("");
  const [outcome, setOutcome] = useState<"right" | "wrong" | null>(null);
  return (
    <div className="space-y-5">
      <Field
        label={i18n._("Code from your email")}
        hint={outcome === "right" ? i18n._("Correct code.") : i18n._("The correct code is 123456.")}
        error={outcome === "wrong" && i18n._("Incorrect code.")}
      >
        <CodeInput
          value={code}
          onValueChange={(next) => {
            setCode(next);
            setOutcome(null);
          }}
          onComplete={(complete) => setOutcome(complete === RIGHT_CODE ? "right" : "wrong")}
        />
      </Field>
      <Field label={i18n._("Expired code")} error={i18n._("This code has expired. Request a new one.")}>
        <CodeInput value="408213" onValueChange={() => {}} />
      </Field>
      <Field label={i18n._("Disabled")}>
        <CodeInput value="12" onValueChange={() => {}} disabled />
      </Field>
    </div>
  );
}
