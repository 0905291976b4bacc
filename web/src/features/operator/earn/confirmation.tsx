import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import { ProposeForm } from "@/features/operator/proposals/propose-form";
import { type Product, type ProductChange, useChangeProduct, useProposeChange } from "./api";
import { needsTwo } from "./model";

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
      <Button severity="secondary" disabled={save.isPending} onClick={() => onBack()}>
        {i18n._("Back")}
      </Button>
      <Button pending={save.isPending} onClick={confirm}>
        {i18n._("Save changes")}
      </Button>
    </div>
  );
}

function Proposing({ product, change, onBack, onDone }: ConfirmationProps) {
  const propose = useProposeChange(product.id);
  return (
    <ProposeForm
      text={i18n._("A higher rate or a larger quota takes two people. Someone else must approve.")}
      propose={(reason) => propose.mutateAsync({ ...change, reason })}
      onBack={onBack}
      onDone={onDone}
    />
  );
}
