import { i18n } from "@lingui/core";
import type { ComponentType } from "react";
import { formatDateTime } from "@/lib/dates";
import { documentName } from "@/lib/identity-text";
import { isDocumentType, type KycFacts, type PictureSlot } from "./model";
import { StatusCard } from "./status-card";
import { pictureName } from "./texts";

/** Shows a stored picture to its owner. */
export type PictureView = ComponentType<{ url: string; alt: string; className?: string | undefined }>;

const SLOTS: readonly PictureSlot[] = ["document_front", "document_back", "selfie"];

export function KycPending({ kyc, Picture }: { kyc: KycFacts; Picture: PictureView }) {
  return (
    <StatusCard icon="hourglass" tone="info" title={i18n._("Your documents are under review")}>
      <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 text-14 text-ink-2 marker:text-ink-3">
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
