import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { toast } from "@/design/toast";
import { AmountField } from "./amount-field";
import { type Pair, useSetReferencePrice } from "./api";
import { isMultiple } from "./exact";
import { positive } from "./model";

const schema = v.object({ reference_price: positive });

/** The reference price of the price band until the next trade. */
export function ReferenceCard({ pair }: { pair: Pair }) {
  const set = useSetReferencePrice(pair.symbol);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { control, handleSubmit, setError, reset, formState } = useForm({
    resolver: valibotResolver(schema),
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
      toast.add({ severity: "success", summary, life: 5000 });
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
