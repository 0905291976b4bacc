import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { CopyButton } from "@/design/copy-button";
import { Icon } from "@/design/icon";
import { RichText } from "@/design/rich-text";
import type { FeedbackReceipt } from "./api";
import type { UploadAttachment } from "./feedback-form";
import { FeedbackForm } from "./feedback-form";

/** The form, replaced by a receipt once it was sent. */
export function ContactForm({ upload }: { upload: UploadAttachment | null }) {
  const [receipt, setReceipt] = useState<FeedbackReceipt | null>(null);
  return (
    <Card>
      {receipt ? (
        <Sent receipt={receipt} isVisitor={upload === null} onAnother={() => setReceipt(null)} />
      ) : (
        <FeedbackForm upload={upload} onSent={setReceipt} />
      )}
    </Card>
  );
}

type SentProps = { receipt: FeedbackReceipt; isVisitor: boolean; onAnother: () => void };

function Sent({ receipt, isVisitor, onAnother }: SentProps) {
  return (
    <div role="status" className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full border border-success/30 bg-success/12 text-success">
        <Icon name="check" size={20} />
      </span>
      <p className="font-semibold text-20 text-ink">{i18n._("Message sent")}</p>
      <p className="mt-2 flex items-center gap-1 text-14 text-ink-2">
        <span>
          <RichText
            text={i18n._("Ticket number: <ticket>{ticket}</ticket>", { ticket: receipt.ticket })}
            tags={{ ticket: (number) => <span className="font-mono text-ink">{number}</span> }}
          />
        </span>
        <CopyButton value={receipt.ticket} label={i18n._("Copy ticket number")} />
      </p>
      <p className="mt-1 max-w-prose text-14 text-ink-2">
        {isVisitor
          ? i18n._("The reply arrives by email.")
          : i18n._("Replies arrive by email and appear here.")}
      </p>
      <Button severity="secondary" className="mt-6" onClick={onAnother}>
        {i18n._("Write another message")}
      </Button>
    </div>
  );
}
