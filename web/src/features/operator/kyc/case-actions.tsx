import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import type { Case } from "./api";
import { Key } from "./key";

interface CaseActionsProps {
  shown: Case;
  /** Nobody vouches for a picture that is not on the screen. */
  arePicturesShown: boolean;
  isDeciding: boolean;
  wasTooLate: boolean;
  onApprove: () => void;
  onReject: () => void;
  onRevoke: () => void;
}

/** What can be done with the case as it stands. */
export function CaseActions({ shown, wasTooLate, ...rest }: CaseActionsProps) {
  return (
    <Card title={i18n._("Decision")}>
      <div className="flex flex-col gap-3">
        {wasTooLate && (
          <Banner severity="warn">
            {i18n._("Somebody else has decided this case meanwhile. You see it as it is now.")}
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
          <Note>{i18n._("The client's identity is verified.")}</Note>
          <Button severity="secondary" icon="ban" fullWidth onClick={props.onRevoke}>
            {i18n._("Revoke the approval")}
          </Button>
        </>
      );
    case "rejected":
      return (
        <Note>{i18n._("Rejected. The case waits again as soon as the client sends new pictures.")}</Note>
      );
    case "revoked":
      return (
        <Note>
          {i18n._("The approval was revoked. The case waits again as soon as the client sends new pictures.")}
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
      {!arePicturesShown && <Note>{i18n._("You can approve once every picture is loaded.")}</Note>}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-13 text-ink-2">{children}</p>;
}
