import { i18n } from "@lingui/core";
import { useState } from "react";
import { useReasonForm } from "@/api/operator-dialogs";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Dialog } from "@/design/dialog";
import { fullName } from "@/lib/identity-text";
import type { Case, CasePhotos, Decision } from "./api";
import { type PictureView, PictureViewer } from "./picture-viewer";
import { MessageField, messageSchema, RejectDialog } from "./reject-dialog";
import { pictureName } from "./texts";

interface RevokeDialogProps {
  open: boolean;
  name: string;
  onRevoke: (message: string) => Promise<unknown>;
  onClose: () => void;
}

function RevokeDialog({ open, name, onRevoke, onClose }: RevokeDialogProps) {
  const { field, fieldError, dialog } = useReasonForm({
    name: "message",
    schema: messageSchema,
    send: onRevoke,
    onClose,
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Revoke approval of {name}?", { name })}
      consequences={[
        i18n._("The client loses verified status and any level that requires it."),
        i18n._("The client gets an email and can upload new photos immediately."),
      ]}
      confirmLabel={i18n._("Revoke")}
      {...dialog}
    >
      <MessageField field={field} error={fieldError} />
    </ConfirmDialog>
  );
}

export type OpenDialog = { kind: "reject" } | { kind: "revoke" } | { kind: "compare"; photos: CasePhotos };

interface CaseDialogsProps {
  shown: Case;
  dialog: OpenDialog | null;
  Picture: PictureView;
  onDecide: (decision: Decision) => Promise<void>;
  onClose: () => void;
}

/** The dialogs of a case. */
export function CaseDialogs({ shown, dialog, Picture, onDecide, onClose }: CaseDialogsProps) {
  const name = fullName(shown.personal_info) ?? shown.email;
  const decide = (decision: Decision) => onDecide(decision).then(onClose);
  return (
    <>
      <RejectDialog
        open={dialog?.kind === "reject"}
        name={name}
        onReject={(rejection) => decide({ act: "reject", ...rejection })}
        onClose={onClose}
      />
      <RevokeDialog
        open={dialog?.kind === "revoke"}
        name={name}
        onRevoke={(message) => decide({ act: "revoke", message })}
        onClose={onClose}
      />
      <CompareDialog
        open={dialog?.kind === "compare"}
        title={i18n._("{name}: document and selfie", { name })}
        photos={dialog?.kind === "compare" ? dialog.photos : shown.photos}
        Picture={Picture}
        onClose={onClose}
      />
    </>
  );
}

interface CompareDialogProps {
  open: boolean;
  title: string;
  photos: CasePhotos;
  Picture: PictureView;
  onClose: () => void;
}

/** The document and the face side by side, as large as possible. */
function CompareDialog({ open, title, photos, Picture, onClose }: CompareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} widthClass="max-w-[160rem]">
      <Comparison photos={photos} Picture={Picture} />
    </Dialog>
  );
}

function Comparison({ photos, Picture }: Pick<CompareDialogProps, "photos" | "Picture">) {
  const [isBack, setBack] = useState(false);
  const side = isBack && photos.document_back !== null ? "document_back" : "document_front";
  const pictures = [side, "selfie"] as const;

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {pictures.map((slot) => (
          <PictureViewer
            key={slot}
            url={photos[slot] ?? photos.document_front}
            name={pictureName(slot)}
            Picture={Picture}
            frameClass="h-[max(14rem,calc(50dvh-9rem))] sm:h-[max(16rem,calc(100dvh-13rem))]"
          />
        ))}
      </div>
      {photos.document_back !== null && (
        <Button
          severity="secondary"
          size="small"
          icon="repeat"
          className="mt-3"
          onClick={() => setBack(!isBack)}
        >
          {isBack ? i18n._("Show the front") : i18n._("Show the back")}
        </Button>
      )}
    </>
  );
}
