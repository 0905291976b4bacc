import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import type { Case } from "./api";
import { Key } from "./shortcuts";

interface CaseActionsProps {
  shown: Case;
  /** Approving requires that all pictures have loaded. */
  arePicturesShown: boolean;
  isDeciding: boolean;
  wasTooLate: boolean;
  onApprove: () => void;
  onReject: () => void;
  onRevoke: () => void;
}

/** The possible actions in the case's state. */
export function CaseActions({ shown, wasTooLate, ...rest }: CaseActionsProps) {
  return (
    <Card title={i18n._("Decision")}>
      <div className="flex flex-col gap-3">
        {wasTooLate && (
          <Banner severity="warn">
            {i18n._("Someone else already decided this case. Showing the current state.")}
          </Banner>
        )}
        <Acts shown={shown} {...rest} />
      </div>
    </Card>
  );
}

function Acts(props: Omit<CaseActionsProps, "wasTooLate">) {
  switch (props.shown.status) {
    case "pending":
      return <PendingActs {...props} />;
    case "approved":
      return (
        <>
          <Note>{i18n._("The client’s identity is verified.")}</Note>
          <Button severity="secondary" icon="ban" fullWidth onClick={props.onRevoke}>
            {i18n._("Revoke approval")}
          </Button>
        </>
      );
    case "rejected":
      return (
        <Note>{i18n._("Rejected. The case returns to the queue when the client uploads new photos.")}</Note>
      );
    case "revoked":
      return (
        <Note>
          {i18n._("Approval revoked. The case returns to the queue when the client uploads new photos.")}
        </Note>
      );
  }
}

function PendingActs({
  arePicturesShown,
  isDeciding,
  onApprove,
  onReject,
}: Pick<CaseActionsProps, "arePicturesShown" | "isDeciding" | "onApprove" | "onReject">) {
  return (
    <>
      <Button
        icon="check"
        fullWidth
        pending={isDeciding}
        disabled={!arePicturesShown}
        aria-keyshortcuts="a"
        onClick={onApprove}
      >
        {i18n._("Approve")}
        <Key>A</Key>
      </Button>
      <Button
        severity="secondary"
        icon="x"
        fullWidth
        disabled={isDeciding}
        aria-keyshortcuts="r"
        onClick={onReject}
      >
        {i18n._("Reject")}
        <Key>R</Key>
      </Button>
      {!arePicturesShown && <Note>{i18n._("You can approve once all photos have loaded.")}</Note>}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-13 text-ink-2">{children}</p>;
}
