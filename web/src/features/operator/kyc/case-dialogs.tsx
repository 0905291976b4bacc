import { i18n } from "@lingui/core";
import { fullName } from "@/lib/identity-text";
import type { Case, CasePhotos, Decision } from "./api";
import { CompareDialog } from "./compare-dialog";
import type { PictureView } from "./picture-viewer";
import { RejectDialog } from "./reject-dialog";
import { RevokeDialog } from "./revoke-dialog";

export type OpenDialog = { kind: "reject" } | { kind: "revoke" } | { kind: "compare"; photos: CasePhotos };

interface CaseDialogsProps {
  shown: Case;
  dialog: OpenDialog | null;
  Picture: PictureView;
  onDecide: (decision: Decision) => Promise<void>;
  onClose: () => void;
}

/** What stands above a case while something about it is asked or looked at. */
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
