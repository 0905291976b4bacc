import { i18n } from "@lingui/core";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { SecretText } from "@/design/secret-text";
import { formatDateTime } from "@/lib/dates";
import type { EnrolmentLink } from "./api";

export type Handover = { login: string; link: EnrolmentLink };

type LinkDialogProps = { handover: Handover | null; onDone: () => void };

/** The enrolment link of a colleague. It is shown only once, so only the button closes the dialog. */
export function LinkDialog({ handover, onDone }: LinkDialogProps) {
  return (
    <Modal
      open={handover !== null}
      onClose={onDone}
      closable={false}
      closeOnEscape={false}
      closeOnMask={false}
      title={i18n._("Enrollment link")}
    >
      {handover && (
        <div className="flex flex-col gap-4">
          <Banner severity="warn">
            {i18n._("Shown once. Give it only to {login}, in person or over a trusted channel.", {
              login: handover.login,
            })}
          </Banner>
          <SecretText label={i18n._("enrollment link")} value={location.origin + handover.link.path} />
          <p className="text-13 text-ink-2">
            {i18n._(
              "It works once, until {time}. {login} sets a password and an authenticator app that you never see.",
              { login: handover.login, time: formatDateTime(handover.link.expires_at) },
            )}
          </p>
          <Button fullWidth onClick={onDone}>
            {i18n._("I’ve handed it over")}
          </Button>
        </div>
      )}
    </Modal>
  );
}
