import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { QueryView } from "@/design/query-view";
import { toast } from "@/design/toast";
import { useMay } from "@/session/operator";
import { type ListedCoin, listedCoinsQuery, type Proposal, usePropose } from "./api";
import {
  NOTHING,
  PROPOSE_FIELDS,
  type ProposeValues,
  type Purpose,
  proposalDraft,
  proposeSchema,
} from "./propose";
import { ProposeFields } from "./propose-fields";

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

type ProposeDialogProps = {
  purpose: Purpose;
  isOpen: boolean;
  onClose: () => void;
  onProposed: (proposal: Proposal) => void;
};

/** Proposes a transfer; nothing is moved before somebody else approves. */
function ProposeDialog({ purpose, isOpen, onClose, onProposed }: ProposeDialogProps) {
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      closeOnMask={false}
      title={purpose.kind === "funding" ? i18n._("Fund treasury") : i18n._("Propose adjustment")}
    >
      <CoinsFirst purpose={purpose} onProposed={onProposed} />
    </Modal>
  );
}

type ProposeFormProps = Pick<ProposeDialogProps, "purpose" | "onProposed">;

function CoinsFirst(props: ProposeFormProps) {
  const coins = useQuery(listedCoinsQuery);
  return (
    <QueryView query={coins} empty={i18n._("No coins listed yet, so there’s nothing to transfer.")}>
      {({ items }) => <ProposeForm coins={items} {...props} />}
    </QueryView>
  );
}

function ProposeForm({ coins, purpose, onProposed }: ProposeFormProps & { coins: readonly ListedCoin[] }) {
  const propose = usePropose();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<ProposeValues>({
    resolver: valibotResolver(proposeSchema(purpose.kind)),
    defaultValues: NOTHING,
  });

  const send = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const proposal = await propose.mutateAsync(proposalDraft(purpose, values));
      const detail = i18n._("No money moves until someone else approves.");
      toast.add({ severity: "success", summary: i18n._("Proposed"), detail, life: 5000 });
      onProposed(proposal);
    } catch (error) {
      setRefusal(setFieldErrors(error, PROPOSE_FIELDS, form.setError));
    }
  });

  return <ProposeFields form={form} kind={purpose.kind} coins={coins} refusal={refusal} onSubmit={send} />;
}

/** Proposes to fund the treasury, and opens the proposal. */
export function FundTreasuryButton() {
  const may = useMay();
  const navigate = useNavigate();
  if (!may("ledger_adjust")) return null;

  return (
    <ProposeButton
      purpose={{ kind: "funding" }}
      onProposed={({ id }) => void navigate({ to: `/operator/ledger/proposals/${id}` })}
    />
  );
}
