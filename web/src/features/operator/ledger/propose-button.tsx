import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import type { Proposal } from "./api";
import type { Purpose } from "./propose";
import { ProposeDialog } from "./propose-dialog";

type ProposeButtonProps = { purpose: Purpose; onProposed: (proposal: Proposal) => void };

/** Opens the dialog for a manual transfer, for operators with the permission. */
export function ProposeButton({ purpose, onProposed }: ProposeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="plus" onClick={() => setOpen(true)}>
        {purpose.kind === "funding" ? i18n._("Fund treasury") : i18n._("Propose adjustment")}
      </Button>
      <ProposeDialog
        purpose={purpose}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onProposed={(proposal) => {
          setOpen(false);
          onProposed(proposal);
        }}
      />
    </>
  );
}
