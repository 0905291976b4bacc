import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ChangeList } from "@/design/change-list";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import type { Difference } from "@/lib/changed-lines";
import { AmountField } from "./amount-field";
import { type Pair, useChangeRules } from "./api";
import {
  differences,
  RULE_FIELDS,
  type RuleValues,
  ruleEntries,
  rulesOf,
  ruleValues,
  validateRules,
} from "./model";
import { ruleFields } from "./rule-fields";

const schema = v.object(ruleEntries);

type RulesCardProps = { pair: Pair; decimals: { base: number; quote: number } };

/** The form of the rules; changes are summarised before they are saved. */
export function RulesCard({ pair, decimals }: RulesCardProps) {
  const form = useForm<RuleValues>({ resolver: valibotResolver(schema), defaultValues: ruleValues(pair) });
  const [review, setReview] = useState<Review | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChangeRules(pair.symbol);

  const submit = form.handleSubmit((values) => {
    setRefusal(null);
    const errors = validateRules(values);
    for (const { field, message } of errors) form.setError(field, { message }, { shouldFocus: true });
    if (errors.length > 0) return;
    const changes = differences(pair, rulesOf(values));
    if (changes.length === 0) setRefusal(i18n._("No changes yet."));
    else setReview({ values, changes });
  });

  async function save(values: RuleValues) {
    try {
      const saved = await change.mutateAsync(rulesOf(values));
      form.reset(ruleValues(saved));
      const summary = i18n._("Rules of {pair} changed", { pair: pair.symbol });
      toast.success(summary);
    } catch (error) {
      setRefusal(setFieldErrors(error, RULE_FIELDS, form.setError));
    }
    setReview(null);
  }

  return (
    <Card title={i18n._("Rules")}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {ruleFields(pair.base, pair.quote, { price: pair.price_decimals, ...decimals }).map((field) => (
            <AmountField key={field.name} control={form.control} {...field} />
          ))}
        </div>
        {refusal && <Banner severity="warn">{refusal}</Banner>}
        <div className="flex justify-end">
          <Button type="submit">{i18n._("Review changes")}</Button>
        </div>
      </form>
      <ReviewDialog
        symbol={pair.symbol}
        review={review}
        pending={change.isPending}
        onSave={(values) => void save(values)}
        onBack={() => setReview(null)}
      />
    </Card>
  );
}

type Review = { values: RuleValues; changes: readonly Difference[] };

type ReviewDialogProps = {
  symbol: string;
  review: Review | null;
  pending: boolean;
  onSave: (values: RuleValues) => void;
  onBack: () => void;
};

function ReviewDialog({ symbol, review, pending, onSave, onBack }: ReviewDialogProps) {
  const shown = useLastNonNull(review);
  return (
    <ConfirmDialog
      open={review !== null}
      title={i18n._("Change rules of {pair}?", { pair: symbol })}
      consequences={[
        i18n._("They apply to new orders."),
        i18n._("Open orders stay, even if the new rules would reject them."),
      ]}
      confirmLabel={i18n._("Change rules")}
      cancelLabel={i18n._("Back")}
      pending={pending}
      onConfirm={() => review && onSave(review.values)}
      onCancel={onBack}
    >
      {shown && <ChangeList changes={shown.changes} />}
    </ConfirmDialog>
  );
}
