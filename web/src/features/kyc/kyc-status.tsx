import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useState } from "react";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import { documentName } from "@/lib/identity-text";
import { pageExists } from "@/lib/page-paths";
import { type KycUploads, KycWizard } from "./kyc-wizard";
import { isDocumentType, type KycFacts, type PictureSlot } from "./model";
import { documentTypeInSentence, pictureName, reasonText } from "./texts";

export function KycApproved({ kyc }: { kyc: KycFacts }) {
  return (
    <StatusCard icon="badge-check" tone="success" title={i18n._("Your identity is verified")}>
      <p className="max-w-prose text-14 text-ink-2">
        {isDocumentType(kyc.type)
          ? i18n._("Your {document} is verified. Nothing more to do here.", {
              document: documentTypeInSentence(kyc.type),
            })
          : i18n._("Nothing more to do here.")}{" "}
        {i18n._("Your name is locked. To change it, contact support.")}
      </p>
      <div className="flex flex-wrap gap-2">
        {pageExists("/kyc-levels") && (
          <Link to="/kyc-levels" className={buttonClass({ severity: "secondary" })}>
            {i18n._("See what your level unlocks")}
          </Link>
        )}
        {pageExists("/personal/contact") && (
          <Link to="/personal/contact" className={buttonClass({ severity: "link" })}>
            {i18n._("Contact support")}
          </Link>
        )}
      </div>
    </StatusCard>
  );
}

/** Shows a stored picture to its owner. */
type PictureView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

const SLOTS: readonly PictureSlot[] = ["document_front", "document_back", "selfie"];

export function KycPending({ kyc, Picture }: { kyc: KycFacts; Picture: PictureView }) {
  return (
    <StatusCard icon="hourglass" tone="info" title={i18n._("Your documents are under review")}>
      <ol className="flex max-w-prose list-decimal flex-col gap-2 ps-5 text-14 text-ink-2 marker:text-ink-3">
        <li>{i18n._("Our team compares your photos with your personal information.")}</li>
        <li>{i18n._("You get the result by email, and this page updates automatically.")}</li>
        <li>{i18n._("If something is missing, you’ll see what and can upload new photos.")}</li>
      </ol>
      <p className="max-w-prose text-14 text-ink-2">
        {i18n._("You can leave this page. Your name is locked during review.")}
      </p>
      <SentPictures kyc={kyc} Picture={Picture} />
    </StatusCard>
  );
}

function SentPictures({ kyc, Picture }: { kyc: KycFacts; Picture: PictureView }) {
  const type = isDocumentType(kyc.type) ? kyc.type : "id_card";
  return (
    <section aria-label={i18n._("Your documents")} className="border-line border-t pt-4">
      <h3 className="font-medium text-14 text-ink">
        {i18n._("Your documents: {document}", { document: documentName(type) })}
      </h3>
      {kyc.submitted_at !== null && (
        <p className="mt-1 text-13 text-ink-3">
          {i18n._("Submitted {time}", { time: formatDateTime(kyc.submitted_at) })}
        </p>
      )}
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {SLOTS.map((slot) => {
          const url = kyc.photos[slot];
          if (url === null) return null;
          const name = pictureName(slot, type);
          return (
            <li key={slot} className="min-w-0">
              <Picture url={url} alt={i18n._("Submitted: {picture}", { picture: name })} className="h-28" />
              <p className="mt-1.5 text-12 text-ink-3">{name}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface KycRefusedProps {
  kyc: KycFacts;
  uploads: KycUploads;
}

/** A rejected or revoked check: the reason, and how to submit again. */
export function KycRefused({ kyc, uploads }: KycRefusedProps) {
  const [isStarted, setStarted] = useState(false);

  if (isStarted) {
    return (
      <>
        {kyc.message && (
          <Banner severity="warn">{i18n._("Reviewer’s note: {message}", { message: kyc.message })}</Banner>
        )}
        <KycWizard uploads={uploads} />
      </>
    );
  }
  const reason = kyc.reason && reasonText(kyc.reason);
  const isRevoked = kyc.status === "revoked";
  return (
    <StatusCard
      icon="shield-alert"
      tone="warn"
      title={
        isRevoked ? i18n._("Your verification was revoked") : i18n._("These photos couldn’t be verified")
      }
    >
      {reason && <p className="max-w-prose font-medium text-14 text-ink">{reason}</p>}
      {kyc.message && (
        <blockquote className="max-w-prose whitespace-pre-line border-warn border-s-2 ps-4 text-14 text-ink wrap-anywhere">
          {kyc.message}
        </blockquote>
      )}
      <p className="max-w-prose text-14 text-ink-2">
        {isRevoked
          ? i18n._("Your funds are safe. Upload new photos to verify again.")
          : i18n._("Upload new photos to try again.")}
      </p>
      <div>
        <Button onClick={() => setStarted(true)}>{i18n._("Upload new photos")}</Button>
      </div>
    </StatusCard>
  );
}

interface StatusCardProps {
  icon: IconName;
  tone: "info" | "success" | "warn";
  title: string;
  children: ReactNode;
}

const TONES = {
  info: "border-info/30 bg-info/12 text-info",
  success: "border-success/30 bg-success/12 text-success",
  warn: "border-warn/30 bg-warn/12 text-warn",
};

function StatusCard({ icon, tone, title, children }: StatusCardProps) {
  return (
    <Card>
      <div className="flex flex-col gap-5 p-2 sm:flex-row sm:p-4">
        <span
          className={classNames(
            "flex size-12 shrink-0 items-center justify-center rounded-full border",
            TONES[tone],
          )}
        >
          <Icon name={icon} size={22} />
        </span>
        <div className="flex min-w-0 grow flex-col gap-4">
          <h2 className="font-semibold text-20 text-ink sm:leading-12">{title}</h2>
          {children}
        </div>
      </div>
    </Card>
  );
}
