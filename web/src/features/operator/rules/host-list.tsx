import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { mutationDialog } from "@/api/operator-dialogs";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { QueryView } from "@/design/query-view";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { Refusal } from "@/features/operator/proposals/refusal";
import { useMay } from "@/session/operator";
import { redirectHostsQuery, useDisallowHost, useProposeHost } from "./api";
import { HostProposals } from "./host-proposals";

/** Allowed redirect hosts; changed by admins, visible to everybody who edits rules. */
export function HostList() {
  const hosts = useQuery(redirectHostsQuery);
  const may = useMay();
  const mayChange = may("redirect_hosts");

  return (
    <Card title={i18n._("Allowed outside hosts")}>
      <div className="flex flex-col gap-4">
        <p className="text-13 text-ink-2">
          {i18n._("Redirects on every site may lead to these hosts over HTTPS. All others are rejected.")}
        </p>
        <QueryView
          query={hosts}
          empty={
            <p className="text-13 text-ink-3">{i18n._("None: rules can only redirect within the site.")}</p>
          }
        >
          {({ items }) => (
            <ul className="divide-y divide-line rounded-control border border-line">
              {items.map(({ hostname }) => (
                <li
                  key={hostname}
                  className="flex min-h-10 items-center justify-between gap-2 py-1 pe-1 ps-3"
                >
                  <code className="font-mono text-13 text-ink wrap-anywhere">{hostname}</code>
                  {mayChange && <RemoveHost hostname={hostname} />}
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        <HostProposals />
        {mayChange && <ProposeHost />}
      </div>
    </Card>
  );
}

function ProposeHost() {
  const propose = useProposeHost();
  const [hostname, setHostname] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (hostname.trim() === "" || propose.isPending) return;
    propose.mutate(hostname.trim(), {
      onSuccess: () => {
        setHostname("");
        toast.success(i18n._("Proposed"), i18n._("Nothing changes until someone else approves."));
      },
    });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={i18n._("Hostname")} hint={i18n._("A new host takes a second administrator.")}>
        <TextInput
          value={hostname}
          {...VERBATIM}
          placeholder="help.example.org"
          onChange={(event) => setHostname(event.target.value)}
        />
      </Field>
      <Refusal error={propose.error} />
      <Button
        type="submit"
        severity="secondary"
        pending={propose.isPending}
        disabled={hostname.trim() === ""}
      >
        {i18n._("Propose host")}
      </Button>
    </form>
  );
}

function RemoveHost({ hostname }: { hostname: string }) {
  const [isAsked, setAsked] = useState(false);
  const { confirm, dialog } = mutationDialog({
    mutation: useDisallowHost(),
    onClose: () => setAsked(false),
  });

  return (
    <>
      <IconButton
        icon="trash"
        size="small"
        label={i18n._("Remove {hostname}", { hostname })}
        onClick={() => setAsked(true)}
      />
      <ConfirmDialog
        open={isAsked}
        title={i18n._("Remove {hostname}?", { hostname })}
        consequences={[i18n._("Rules that redirect there stop working.")]}
        confirmLabel={i18n._("Remove host")}
        severity="error"
        onConfirm={() => confirm(hostname)}
        {...dialog}
      />
    </>
  );
}
