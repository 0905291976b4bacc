import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { VERBATIM } from "@/design/control-class";
import { CopyButton } from "@/design/copy-button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { Refusal } from "@/features/operator/proposals/refusal";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import { type Site, useProposeSite } from "./api";

type SiteListProps = { sites: readonly Site[]; chosenId: string | null };

export function SiteList({ sites, chosenId }: SiteListProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-deep">
      {sites.map((site) => (
        <li key={site.id}>
          <Link
            to="/operator/sites"
            search={{ site: site.id }}
            aria-current={site.id === chosenId ? "true" : undefined}
            className={classNames(
              "flex items-start gap-3 border-s-2 px-3 py-2.5 -outline-offset-2 transition-colors hover:bg-shelf",
              site.id === chosenId ? "border-accent bg-shelf" : "border-transparent",
            )}
          >
            <span
              aria-hidden="true"
              style={{ backgroundColor: site.accent }}
              className="mt-0.5 size-4 shrink-0 rounded-full border border-line-strong"
            />
            <span className="min-w-0">
              <span className="block font-medium text-14 text-ink wrap-anywhere">{site.sitename}</span>
              <span className="block text-12 text-ink-3 wrap-anywhere">{site.hosts.join(", ")}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function SiteFacts({ site }: { site: Site }) {
  return (
    <Card>
      <dl className="flex flex-col gap-3 text-13">
        <div>
          <dt className="text-12 text-ink-3">{i18n._("ID")}</dt>
          <dd className="flex items-center gap-1">
            <span className="font-mono">{`…${site.id.slice(-8)}`}</span>
            <CopyButton value={site.id} label={i18n._("Copy ID")} />
          </dd>
        </div>
        <div>
          <dt className="text-12 text-ink-3">{i18n._("Since")}</dt>
          <dd>{formatDateTime(site.created_at)}</dd>
        </div>
        <div>
          <dt className="text-12 text-ink-3">{i18n._("Logo")}</dt>
          <dd className="mt-1 flex items-center gap-2">
            <img src={site.logo} alt="" className="size-8" />
            <span className="font-mono wrap-anywhere">{site.logo}</span>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

type NewSiteDialogProps = { isOpen: boolean; onClose: () => void };

export function NewSiteDialog({ isOpen, onClose }: NewSiteDialogProps) {
  return (
    <Modal open={isOpen} onClose={onClose} title={i18n._("Add site")}>
      <NewSiteForm onProposed={onClose} />
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

function NewSiteForm({ onProposed }: { onProposed: () => void }) {
  const propose = useProposeSite();
  const [refused, setRefused] = useState<unknown>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { sitename: "", hostname: "" },
  });

  const save = handleSubmit(async (draft) => {
    setRefused(null);
    try {
      await propose.mutateAsync(draft);
      toast.success(i18n._("Proposed"), i18n._("Nothing changes until someone else approves."));
      onProposed();
    } catch (error) {
      setRefused(setFieldErrors(error, ["sitename", "hostname"], setError) ? error : null);
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
      <p className="text-13 text-ink-2">{i18n._("A new site takes a second administrator.")}</p>
      <Refusal error={refused} />
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Propose site")}
      </Button>
    </form>
  );
}
