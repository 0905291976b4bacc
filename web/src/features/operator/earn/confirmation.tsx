import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import { type Product, type ProductChange, useChangeProduct, useProposeChange } from "./api";
import { ReasonField } from "./fields";
import { needsTwo, reasonSchema } from "./model";

interface ConfirmationProps {
  product: Product;
  change: ProductChange;
  /** With what the server refused. */
  onBack: (error?: unknown) => void;
  onDone: () => void;
}

/** Saves a change, or proposes it where a second person must agree. */
export function Confirmation(props: ConfirmationProps) {
  return needsTwo(props.product, props.change) ? <Proposing {...props} /> : <Saving {...props} />;
}

function Saving({ product, change, onBack, onDone }: ConfirmationProps) {
  const save = useChangeProduct(product.id);
  function confirm() {
    save.mutate(change, {
      onSuccess: () => {
        toast.success(i18n._("{product} saved", { product: product.id }));
        onDone();
      },
      onError: onBack,
    });
  }
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <BackButton disabled={save.isPending} onBack={onBack} />
      <Button pending={save.isPending} onClick={confirm}>
        {i18n._("Save changes")}
      </Button>
    </div>
  );
}

function Proposing({ product, change, onBack, onDone }: ConfirmationProps) {
  const propose = useProposeChange(product.id);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(v.object({ reason: reasonSchema })),
    defaultValues: { reason: "" },
  });
  const send = handleSubmit(async ({ reason }) => {
    try {
      await propose.mutateAsync({ ...change, reason });
      toast.success(i18n._("Proposed"), i18n._("Nothing changes until someone else approves."));
      onDone();
    } catch (error) {
      if (setFieldErrors(error, ["reason"], setError)) onBack(error);
    }
  });
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <p className="text-13 text-ink-2">
        {i18n._("A higher rate or a larger quota takes two people. Someone else must approve.")}
      </p>
      <ReasonField {...register("reason")} error={formState.errors.reason?.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <BackButton disabled={formState.isSubmitting} onBack={onBack} />
        <Button type="submit" pending={formState.isSubmitting}>
          {i18n._("Propose")}
        </Button>
      </div>
    </form>
  );
}

function BackButton({ disabled, onBack }: Pick<ConfirmationProps, "onBack"> & { disabled: boolean }) {
  return (
    <Button severity="secondary" disabled={disabled} onClick={() => onBack()}>
      {i18n._("Back")}
    </Button>
  );
}
