import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { type Site, useAddSite } from "./api";

type NewSiteDialogProps = { isOpen: boolean; onClose: () => void; onAdded: (site: Site) => void };

export function NewSiteDialog({ isOpen, onClose, onAdded }: NewSiteDialogProps) {
  return (
    <Modal open={isOpen} onClose={onClose} title={i18n._("Add site")}>
      <NewSiteForm onAdded={onAdded} />
    </Modal>
  );
}

const schema = v.object({
  sitename: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n._("Enter a site name.")),
  ),
  hostname: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n._("Enter at least one hostname.")),
  ),
});

function NewSiteForm({ onAdded }: { onAdded: (site: Site) => void }) {
  const add = useAddSite();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { sitename: "", hostname: "" },
  });

  const save = handleSubmit(async (draft) => {
    setRefusal(null);
    try {
      const site = await add.mutateAsync(draft);
      toast.add({
        severity: "success",
        summary: i18n._("{site} added", { site: site.sitename }),
        life: 5000,
      });
      onAdded(site);
    } catch (error) {
      setRefusal(setFieldErrors(error, ["sitename", "hostname"], setError));
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <Field label={i18n._("Name")} error={formState.errors.sitename?.message}>
        <TextInput autoComplete="off" {...register("sitename")} />
      </Field>
      <Field
        label={i18n._("Hostname")}
        error={formState.errors.hostname?.message}
        hint={i18n._("Its DNS must point to this installation. You can add more later.")}
      >
        <TextInput {...VERBATIM} placeholder="trade.example.org" {...register("hostname")} />
      </Field>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Add site")}
      </Button>
    </form>
  );
}
