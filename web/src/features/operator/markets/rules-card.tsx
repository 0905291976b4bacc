import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { placeProblems } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Icon } from "@/design/icon";
import { toast } from "@/design/toast";
import { AmountField } from "./amount-field";
import { type Pair, useChangeRules } from "./api";
import {
  complaintsAbout,
  type Difference,
  differences,
  RULE_FIELDS,
  type RuleValues,
  ruleEntries,
  rulesOf,
  ruleValues,
} from "./model";
import { ruleFields } from "./rule-fields";

const schema = v.object(ruleEntries);

type RulesCardProps = { pair: Pair; decimals: { base: number; quote: number } };

/** The form of the rules; changes are summarised before they are saved. */
export function RulesCard({ pair, decimals }: RulesCardProps) {
  const form = useForm<RuleValues>({ resolver: valibotResolver(schema), defaultValues: ruleValues(pair) });
  const [wanted, setWanted] = useState<RuleValues | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChangeRules(pair.symbol);

  const review = form.handleSubmit((values) => {
    setRefusal(null);
    const complaints = complaintsAbout(values);
    for (const { field, message } of complaints) form.setError(field, { message }, { shouldFocus: true });
    if (complaints.length > 0) return;
    if (differences(pair, rulesOf(values)).length === 0) setRefusal(i18n._("No changes yet."));
    else setWanted(values);
  });

  async function save(values: RuleValues) {
    try {
      const saved = await change.mutateAsync(rulesOf(values));
      form.reset(ruleValues(saved));
      const summary = i18n._("Rules of {pair} changed", { pair: pair.symbol });
      toast.add({ severity: "success", summary, life: 5000 });
    } catch (error) {
      setRefusal(placeProblems(error, RULE_FIELDS, form.setError));
    }
    setWanted(null);
  }

  return (
    <Card title={i18n._("Rules")}>
      <form noValidate onSubmit={review} className="flex flex-col gap-4">
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
        pair={pair}
        wanted={wanted}
        pending={change.isPending}
        onSave={(values) => void save(values)}
        onBack={() => setWanted(null)}
      />
    </Card>
  );
}

type ReviewDialogProps = {
  pair: Pair;
  wanted: RuleValues | null;
  pending: boolean;
  onSave: (values: RuleValues) => void;
  onBack: () => void;
};

function ReviewDialog({ pair, wanted, pending, onSave, onBack }: ReviewDialogProps) {
  const [shown, setShown] = useState<readonly Difference[]>([]);
  const [followed, setFollowed] = useState(wanted);
  // Kept during the dialog's exit transition and while the pair is refetched.
  if (wanted !== followed) {
    setFollowed(wanted);
    if (wanted) setShown(differences(pair, rulesOf(wanted)));
  }

  return (
    <ConfirmDialog
      open={wanted !== null}
      title={i18n._("Change rules of {pair}?", { pair: pair.symbol })}
      consequences={[
        i18n._("They apply to new orders."),
        i18n._("Open orders stay, even if the new rules would reject them."),
      ]}
      confirmLabel={i18n._("Change rules")}
      cancelLabel={i18n._("Back")}
      pending={pending}
      onConfirm={() => wanted && onSave(wanted)}
      onCancel={onBack}
    >
      <dl className="divide-y divide-line rounded-card border border-line">
        {shown.map(({ what, before, after }) => (
          <div key={what} className="px-4 py-2.5">
            <dt className="text-12 text-ink-3">{what}</dt>
            <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-14 tabular-nums">
              <del className="text-ink-3 wrap-anywhere">{before}</del>
              <Icon name="arrow-right" className="text-ink-3" />
              <ins className="font-medium text-ink no-underline wrap-anywhere">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}
