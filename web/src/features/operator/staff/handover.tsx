import { i18n } from "@lingui/core";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { CopyButton } from "@/design/copy-button";
import { Modal } from "@/design/modal";
import { QrCode } from "@/design/qr-code";
import { SecretText } from "@/design/secret-text";
import type { StaffSecrets } from "./api";

type HandoverProps = { secrets: StaffSecrets | null; onDone: () => void };

/** What a colleague signs in with. Nothing shows it again, so only the button closes it. */
export function Handover({ secrets, onDone }: HandoverProps) {
  return (
    <Modal
      open={secrets !== null}
      onClose={onDone}
      closable={false}
      closeOnEscape={false}
      closeOnMask={false}
      title={i18n._("Hand this over")}
    >
      {secrets && (
        <div className="flex flex-col gap-4">
          <Banner severity="warn">
            {i18n._("It is shown this once. Give it to {login} in person or over a channel you trust.", {
              login: secrets.login,
            })}
          </Banner>
          <div>
            <p className="mb-1.5 text-13">{i18n._("Login")}</p>
            <p className="flex min-h-10 items-center justify-between gap-1 rounded-control border border-line bg-deep py-1 pr-1 pl-3 font-mono text-13 text-ink">
              {secrets.login}
              <CopyButton value={secrets.login} label={i18n._("Copy login")} />
            </p>
          </div>
          <div>
            <p className="mb-1.5 text-13">{i18n._("Password")}</p>
            <SecretText label={i18n._("password")} value={secrets.password} />
          </div>
          <div>
            <p className="mb-1.5 text-13">
              {i18n._("Second factor: scan it with the colleague's authenticator app, or type the secret")}
            </p>
            <div className="mb-2 flex justify-center">
              <QrCode
                value={secrets.totp_uri}
                label={i18n._("QR code with the secret for the authenticator app of {login}", {
                  login: secrets.login,
                })}
                size={168}
              />
            </div>
            <SecretText label={i18n._("authenticator secret")} value={secrets.totp_secret} />
          </div>
          <Button fullWidth onClick={onDone}>
            {i18n._("I have handed it over")}
          </Button>
        </div>
      )}
    </Modal>
  );
}
