import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { mutationDialog } from "@/api/operator-dialogs";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { isZero } from "@/lib/decimal";
import { moneyText } from "@/lib/money-text";
import { type Network, useHaltNetwork, useResumeNetwork, useSweepNetwork } from "./api";
import { requiredText } from "./texts";

const MAX_LENGTH = 200;

type NetworkDialogProps = { network: Network; open: boolean; onClose: () => void };
type HaltValues = { reason: string; notice: string };

const haltSchema = v.object({
  reason: requiredText(MAX_LENGTH, () => i18n._("Enter a reason. It’s recorded in the audit log.")),
  notice: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(MAX_LENGTH, () => i18n._("Enter at most {most} characters.", { most: MAX_LENGTH })),
  ),
});

export function HaltDialog({ network, open, onClose }: NetworkDialogProps) {
  const halt = useHaltNetwork(network.network);
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<HaltValues>({
    resolver: valibotResolver(haltSchema),
    defaultValues: { reason: "", notice: "" },
  });

  function close() {
    reset();
    setProblem(undefined);
    onClose();
  }

  const submit = handleSubmit(async ({ reason, notice }) => {
    setProblem(undefined);
    try {
      await halt.mutateAsync({ reason, notice: notice || null });
      close();
      toast.success(i18n._("{network} halted", { network: network.name }));
    } catch (error) {
      setProblem(setFieldErrors(error, ["reason", "notice"], setError) ?? undefined);
    }
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Halt {network}?", { network: network.name })}
      confirmLabel={i18n._("Halt")}
      severity="error"
      pending={formState.isSubmitting}
      error={problem}
      onConfirm={() => void submit()}
      onCancel={close}
      consequences={[
        i18n._("No deposits are credited and no withdrawals are sent until it’s resumed."),
        i18n._("Coins that arrive meanwhile are credited after that."),
      ]}
    >
      <div className="flex flex-col gap-4">
        <Field
          label={i18n._("Reason")}
          hint={i18n._("For staff and the audit log.")}
          error={formState.errors.reason?.message}
        >
          <TextInput autoComplete="off" {...register("reason")} />
        </Field>
        <Field
          label={i18n._("Notice for clients (optional)")}
          hint={i18n._("Shown where clients choose the network.")}
          error={formState.errors.notice?.message}
        >
          <TextInput autoComplete="off" {...register("notice")} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}

const resumeSchema = v.object({
  from_height: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,15}$/, () => i18n._("Enter a block number, or leave it empty.")),
  ),
});

export function ResumeDialog({ network, open, onClose }: NetworkDialogProps) {
  const resume = useResumeNetwork(network.network);
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<{ from_height: string }>({
    resolver: valibotResolver(resumeSchema),
    defaultValues: { from_height: "" },
  });

  function close() {
    reset();
    setProblem(undefined);
    onClose();
  }

  const submit = handleSubmit(async ({ from_height }) => {
    setProblem(undefined);
    try {
      await resume.mutateAsync({ from_height: from_height === "" ? null : Number(from_height) });
      close();
      toast.success(i18n._("{network} resumed", { network: network.name }));
    } catch (error) {
      setProblem(setFieldErrors(error, ["from_height"], setError) ?? undefined);
    }
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Resume {network}?", { network: network.name })}
      consequences={[
        i18n._("Blocks are read from where it was halted, and deposits are credited."),
        i18n._("Waiting withdrawals are sent."),
        i18n._("First make sure that what halted it is solved."),
      ]}
      confirmLabel={i18n._("Resume")}
      pending={formState.isSubmitting}
      error={problem}
      onConfirm={() => void submit()}
      onCancel={close}
    >
      <Field
        label={i18n._("Last unchanged block (optional)")}
        hint={i18n._(
          "Only after a reorganization that is too deep: compare with other nodes, and enter a block that all of them still have.",
        )}
        error={formState.errors.from_height?.message}
      >
        <TextInput inputMode="numeric" autoComplete="off" {...register("from_height")} />
      </Field>
    </ConfirmDialog>
  );
}

export function SweepDialog({ network, open, onClose }: NetworkDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useSweepNetwork(network.network),
    onClose,
    onSuccess: () =>
      toast.success(i18n._("Sweep requested"), i18n._("The first transactions are sent within a minute.")),
  });
  const waiting = network.balances
    .filter(({ deposits }) => !isZero(deposits))
    .map(({ deposits, coin }) => `${moneyText(deposits)} ${coin}`);

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Sweep {network} now?", { network: network.name })}
      consequences={[
        waiting.length > 0
          ? i18n._("On client addresses: {amounts}. Confirmed amounts move to the hot wallet.", {
              amounts: waiting.join(", "),
            })
          : i18n._("Nothing was on client addresses at the last check."),
        i18n._("The exchange pays the network fees, also where they are high for the amount."),
        i18n._("Amounts below their own fee stay where they are. Client balances don’t change."),
      ]}
      confirmLabel={i18n._("Sweep now")}
      onConfirm={() => confirm()}
      {...dialog}
    />
  );
}
