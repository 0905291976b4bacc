import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { LevelNote } from "@/design/level-note";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { useRequiredLevels } from "@/session/required-level";
import { useGate } from "@/session/restricted";
import { StepUpCancelled } from "@/session/step-up";
import { type CreatedApiKey, useCreateApiKey } from "./api";
import { explainScope, nameScope, type Scope } from "./texts";

const SCOPES = ["read", "trade", "withdraw"] as const;
/** The rank of the level that each scope requires. */
const RANK_REQUIRED: Record<Scope, number> = { read: 0, trade: 1, withdraw: 2 };
const FIELDS = ["name", "scopes", "ip_allow_list"] as const;

function keySchema() {
  return v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(i18n._("Enter a name.")), v.maxLength(60)),
    scopes: v.pipe(v.array(v.picklist(SCOPES)), v.nonEmpty(i18n._("Select at least one permission."))),
    ip_allow_list: v.string(),
  });
}

type NewApiKeyFormProps = {
  onPending: (isPending: boolean) => void;
  onCreated: (created: CreatedApiKey) => void;
};

export function NewApiKeyForm({ onPending, onCreated }: NewApiKeyFormProps) {
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(keySchema()),
    defaultValues: { name: "", scopes: ["read"] as Scope[], ip_allow_list: "" },
  });
  const create = useCreateApiKey();
  const [refusal, setRefusal] = useState<string | null>(null);
  const gate = useGate();

  const save = handleSubmit(async ({ name, scopes, ip_allow_list }) => {
    setRefusal(null);
    onPending(true);
    try {
      onCreated(await create.mutateAsync({ name, scopes, ip_allow_list: splitAddresses(ip_allow_list) }));
    } catch (error) {
      if (error instanceof StepUpCancelled || gate.handle(error)) return;
      setRefusal(setFieldErrors(error, FIELDS, setError));
    } finally {
      onPending(false);
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Field label={i18n._("Name")} error={formState.errors.name?.message}>
        <TextInput maxLength={60} autoComplete="off" {...register("name")} />
      </Field>
      <Field label={i18n._("Permissions")} kind="group" error={formState.errors.scopes?.message}>
        <Controller
          name="scopes"
          control={control}
          render={({ field }) => <ScopeChoices chosen={field.value} onChange={field.onChange} />}
        />
      </Field>
      <Field
        label={i18n._("Allowed IP addresses")}
        optional
        hint={i18n._("One IP address or network per line, such as 203.0.113.0/24. Leave empty to allow any.")}
        error={formState.errors.ip_allow_list?.message}
      >
        <TextArea rows={3} className="font-mono" spellCheck={false} {...register("ip_allow_list")} />
      </Field>
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Create key")}
      </Button>
    </form>
  );
}

type ScopeChoicesProps = { chosen: readonly Scope[]; onChange: (scopes: Scope[]) => void };

function ScopeChoices({ chosen, onChange }: ScopeChoicesProps) {
  const gate = useGate();
  const levelOf = useRequiredLevels();

  function choose(scope: Scope, isChosen: boolean) {
    const level = levelOf(RANK_REQUIRED[scope]);
    if (isChosen && level.isMissing) return gate.refuse(level.key);
    onChange(SCOPES.filter((other) => (other === scope ? isChosen : chosen.includes(other))));
  }

  return (
    <div className="flex flex-col gap-3">
      {SCOPES.map((scope) => {
        const level = levelOf(RANK_REQUIRED[scope]);
        return (
          <Checkbox
            key={scope}
            label={nameScope(scope)}
            hint={
              <>
                {explainScope(scope)}
                {level.isMissing && <LevelNote level={level.name} />}
              </>
            }
            checked={chosen.includes(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          />
        );
      })}
    </div>
  );
}

function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== "");
}
