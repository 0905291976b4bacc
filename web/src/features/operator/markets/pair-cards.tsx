import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { describeProblem, setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { AmountField, PositionField } from "./amount-field";
import { type Pair, useCancelOrders, useMovePair, useSetReferencePrice } from "./api";
import { isMultiple } from "./exact";
import { place, positive } from "./model";

/** Cancels every open order of the pair, which cannot be undone: the pair's name has to be typed. */
export function OrdersCard({ pair }: { pair: Pair }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={i18n._("Orders")}>
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">
          {i18n._("{count, plural, =0 {No open orders.} one {# open order.} other {# open orders.}}", {
            count: pair.open_orders,
          })}
        </p>
        <Button
          severity="secondary"
          icon="circle-x"
          fullWidth
          disabled={pair.open_orders === 0}
          onClick={() => setOpen(true)}
        >
          {i18n._("Cancel all orders")}
        </Button>
      </div>
      <CancelDialog pair={pair} open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

function CancelDialog({ pair, open, onClose }: { pair: Pair; open: boolean; onClose: () => void }) {
  const { symbol } = pair;
  const cancel = useCancelOrders(symbol);
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);

  function close() {
    cancel.reset();
    setTyped("");
    setComplaint(null);
    onClose();
  }

  function confirm() {
    if (typed.trim().toUpperCase() !== symbol) {
      setComplaint(i18n._("Type {pair} to continue.", { pair: symbol }));
      return;
    }
    cancel.mutate(undefined, {
      onSuccess: ({ canceled }) => {
        close();
        const summary = i18n._(
          "{count, plural, one {# {pair} order canceled} other {# {pair} orders canceled}}",
          { count: canceled, pair: symbol },
        );
        toast.success(summary);
      },
    });
  }

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Cancel all {pair} orders?", { pair: symbol })}
      consequences={[
        i18n._("All clients’ open orders are canceled, including stop orders. This can’t be undone."),
        i18n._("Reserved funds are released to clients."),
        i18n._("The pair’s state doesn’t change: while it’s trading, new orders arrive immediately."),
      ]}
      confirmLabel={i18n._("Cancel all orders")}
      cancelLabel={i18n._("Back")}
      severity="error"
      pending={cancel.isPending}
      error={cancel.error ? describeProblem(cancel.error) : undefined}
      onConfirm={confirm}
      onCancel={close}
    >
      <Field label={i18n._("Type {pair} to confirm", { pair: symbol })} error={complaint}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setComplaint(null);
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}

const referencePriceSchema = v.object({ reference_price: positive });

/** The reference price of the price band until the next trade. */
export function ReferenceCard({ pair }: { pair: Pair }) {
  const set = useSetReferencePrice(pair.symbol);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { control, handleSubmit, setError, reset, formState } = useForm({
    resolver: valibotResolver(referencePriceSchema),
    defaultValues: { reference_price: "" },
  });

  const save = handleSubmit(async ({ reference_price: price }) => {
    setRefusal(null);
    if (!isMultiple(price, pair.tick_size)) {
      const message = i18n._("Use a multiple of {tick}.", { tick: pair.tick_size });
      setError("reference_price", { message }, { shouldFocus: true });
      return;
    }
    try {
      await set.mutateAsync(price);
      reset();
      const summary = i18n._("Reference price of {pair} set", { pair: pair.symbol });
      toast.success(summary);
    } catch (error) {
      setRefusal(setFieldErrors(error, ["reference_price"], setError));
    }
  });

  return (
    <Card title={i18n._("Reference price")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">
          {i18n._(
            "The center of the price band. It follows every trade; set it if the last trade is misleading.",
          )}
        </p>
        <AmountField
          control={control}
          name="reference_price"
          label={i18n._("New reference price")}
          unit={pair.quote}
          decimals={pair.price_decimals}
        />
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <Button type="submit" severity="secondary" fullWidth pending={formState.isSubmitting}>
          {i18n._("Set price")}
        </Button>
      </form>
    </Card>
  );
}

const positionSchema = v.object({ position: place });

/** The pair's position in lists. */
export function PlaceCard({ pair }: { pair: Pair }) {
  const move = useMovePair(pair.symbol);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { control, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(positionSchema),
    defaultValues: { position: String(pair.position) },
  });

  const save = handleSubmit(async ({ position }) => {
    setRefusal(null);
    try {
      await move.mutateAsync(Number(position));
      const summary = i18n._("Sort order of {pair} changed", { pair: pair.symbol });
      toast.success(summary);
    } catch (error) {
      setRefusal(setFieldErrors(error, ["position"], setError));
    }
  });

  return (
    <Card title={i18n._("Sort order")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-3">
        <PositionField control={control} label={i18n._("Order")} />
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <Button type="submit" severity="secondary" fullWidth pending={formState.isSubmitting}>
          {i18n._("Save order")}
        </Button>
      </form>
    </Card>
  );
}
