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
import { PositionField } from "./amount-field";
import { type Pair, useMovePair } from "./api";
import { place } from "./model";

const schema = v.object({ position: place });

/** The pair's position in lists. */
export function PlaceCard({ pair }: { pair: Pair }) {
  const move = useMovePair(pair.symbol);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { control, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { position: String(pair.position) },
  });

  const save = handleSubmit(async ({ position }) => {
    setRefusal(null);
    try {
      await move.mutateAsync(Number(position));
      const summary = i18n._("Sort order of {pair} changed", { pair: pair.symbol });
      toast.add({ severity: "success", summary, life: 5000 });
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
