import { i18n } from "@lingui/core";
import { CopyButton } from "./copy-button";
import { QrCode } from "./qr-code";

/** The secret for an authenticator app, as a QR code and as text. */
export function TotpSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <>
      <div className="flex justify-center">
        <QrCode value={uri} label={i18n._("QR code with the secret for your authenticator app")} size={192} />
      </div>
      <div>
        <p className="mb-1.5 text-13">{i18n._("Or enter this secret in the app:")}</p>
        <div className="flex min-h-10 items-center gap-1 rounded-control border border-line bg-shelf py-1 pe-1 ps-3">
          <code className="min-w-0 flex-1 break-all font-mono text-13 text-ink">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton value={secret} label={i18n._("Copy secret")} />
        </div>
      </div>
    </>
  );
}
