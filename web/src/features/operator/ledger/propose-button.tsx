import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { QueryView } from "@/design/query-view";
import { RadioGroup } from "@/design/radio-group";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { useMay } from "@/session/operator";
import { type ListedCoin, listedCoinsQuery, type Proposal, usePropose } from "./api";
import { CoinAndAmount, HouseAccounts } from "./movement-fields";
import {
  type HouseKind,
  NOTHING,
  PROPOSE_FIELDS,
  type ProposeValues,
  type Purpose,
  proposalDraft,
  proposeSchema,
} from "./propose";
import { houseActHint, houseActName } from "./texts";

type ProposeButtonProps = {
  purpose: Purpose;
  severity?: "primary" | "secondary" | undefined;
  onProposed: (proposal: Proposal) => void;
};

/** Opens the dialog for a manual transfer, for operators with the permission. */
export function ProposeButton({ purpose, severity, onProposed }: ProposeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button severity={severity} size="small" icon="plus" onClick={() => setOpen(true)}>
        {purposeTitle(purpose)}
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

function purposeTitle({ kind }: Purpose): string {
  return kind === "adjustment" ? i18n._("Propose adjustment") : houseActName(kind);
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
    <Modal open={isOpen} onClose={onClose} closeOnMask={false} title={purposeTitle(purpose)}>
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
      toast.success(i18n._("Proposed"), detail);
      onProposed(proposal);
    } catch (error) {
      setRefusal(setFieldErrors(error, PROPOSE_FIELDS, form.setError));
    }
  });

  return <ProposeFields form={form} kind={purpose.kind} coins={coins} refusal={refusal} onSubmit={send} />;
}

type HouseTransferButtonProps = Pick<ProposeButtonProps, "severity"> & { kind?: HouseKind };

/** Proposes a transfer of the exchange's own coins, and opens the proposal. */
export function HouseTransferButton({ kind = "funding", severity }: HouseTransferButtonProps) {
  const may = useMay();
  const navigate = useNavigate();
  if (!may("ledger_adjust")) return null;

  return (
    <ProposeButton
      purpose={{ kind }}
      severity={severity}
      onProposed={({ id }) => void navigate({ to: `/operator/ledger/proposals/${id}` })}
    />
  );
}

type ProposeFieldsProps = {
  form: UseFormReturn<ProposeValues>;
  kind: Purpose["kind"];
  coins: readonly ListedCoin[];
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
};

function ProposeFields({ form, kind, coins, refusal, onSubmit }: ProposeFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {kind === "adjustment" ? (
        <Field label={i18n._("Direction")} kind="group">
          <RadioGroup look="cards" options={directions()} {...register("direction")} />
        </Field>
      ) : (
        <p className="text-13">{houseActHint(kind)}</p>
      )}
      {kind === "house_move" && <HouseAccounts form={form} />}
      <CoinAndAmount form={form} coins={coins} />
      {(kind === "funding" || kind === "defunding") && (
        <Field
          label={kind === "funding" ? i18n._("Received through") : i18n._("Leaves through")}
          hint={i18n._("A network or other source, such as bitcoin or bank.")}
          error={errors.network?.message}
        >
          <TextInput {...VERBATIM} {...register("network")} />
        </Field>
      )}
      <Field
        label={i18n._("Reason")}
        hint={i18n._("For the approver and the audit log.")}
        error={errors.reason?.message}
      >
        <TextInput autoComplete="off" {...register("reason")} />
      </Field>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Propose")}
      </Button>
    </form>
  );
}

function directions() {
  return [
    {
      value: "give" as const,
      label: i18n._("Credit the client"),
      hint: i18n._("From the treasury, which needs the balance."),
    },
    {
      value: "take" as const,
      label: i18n._("Debit the client"),
      hint: i18n._("From the available balance into the treasury."),
    },
  ];
}
