import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mutationDialog } from "@/api/operator-dialogs";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { formatDateTime } from "@/lib/dates";
import { useOperator } from "@/session/operator";
import { type StaffProposal, staffProposalsQuery, useDecide } from "./api";
import type { RoleName } from "./roles";

/** Changes of staff that wait for a second admin; hidden if there are none. */
export function ProposalList({ roleName }: { roleName: RoleName }) {
  const proposals = useInfiniteQuery(staffProposalsQuery);
  const rows = proposals.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return null;

  return (
    <section aria-labelledby="staff-proposals" className="rounded-card border border-line bg-deep">
      <h2 id="staff-proposals" className="border-line border-b px-4 py-3 font-semibold text-16">
        {i18n._("Pending approval")}
      </h2>
      <ul className="divide-y divide-line">
        {rows.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} roleName={roleName} />
        ))}
      </ul>
      {proposals.hasNextPage && (
        <div className="border-line border-t p-3">
          <Button
            severity="secondary"
            size="small"
            pending={proposals.isFetchingNextPage}
            onClick={() => void proposals.fetchNextPage()}
          >
            {i18n._("Show more")}
          </Button>
        </div>
      )}
    </section>
  );
}

function ProposalRow({ proposal, roleName }: { proposal: StaffProposal; roleName: RoleName }) {
  const ownLogin = useOperator()?.login;
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  const isOwn = proposal.proposed_by === ownLogin;
  const isAboutMe = proposal.login === ownLogin;
  const what = describeProposal(proposal, roleName);

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-14 text-ink wrap-anywhere">{what}</p>
        <p className="text-12 text-ink-3">
          {i18n._("Proposed by {login}, {time}", {
            login: proposal.proposed_by,
            time: formatDateTime(proposal.proposed_at),
          })}
        </p>
      </div>
      {!isAboutMe && (
        <div className="flex shrink-0 flex-wrap gap-2">
          <Button severity="secondary" size="small" onClick={() => setAsked("reject")}>
            {isOwn ? i18n._("Withdraw proposal") : i18n._("Reject")}
          </Button>
          {!isOwn && (
            <Button size="small" onClick={() => setAsked("approve")}>
              {i18n._("Approve")}
            </Button>
          )}
        </div>
      )}
      <DecisionDialog proposal={proposal} what={what} asked={asked} onClose={() => setAsked(null)} />
    </li>
  );
}

type DecisionDialogProps = {
  proposal: StaffProposal;
  what: string;
  asked: "approve" | "reject" | null;
  onClose: () => void;
};

function DecisionDialog({ proposal, what, asked, onClose }: DecisionDialogProps) {
  const shown = useLastNonNull(asked);
  const isApproval = shown === "approve";

  const { confirm, dialog } = mutationDialog({
    mutation: useDecide(proposal.id),
    onClose,
    onSuccess: () => {
      const summary = isApproval ? i18n._("Approved: {what}", { what }) : i18n._("Closed: {what}", { what });
      toast.success(summary);
    },
  });

  return (
    <ConfirmDialog
      open={asked !== null}
      title={isApproval ? i18n._("Approve this change?") : i18n._("Close this proposal?")}
      consequences={
        isApproval
          ? [i18n._("It takes effect immediately."), i18n._("Make sure you know the person this is about.")]
          : [i18n._("Nothing changes. It can be proposed again.")]
      }
      confirmLabel={isApproval ? i18n._("Approve") : i18n._("Close proposal")}
      onConfirm={() => confirm(isApproval ? "approve" : "reject")}
      {...dialog}
    >
      <p className="font-medium text-ink wrap-anywhere">{what}</p>
    </ConfirmDialog>
  );
}

function describeProposal({ kind, login, role }: StaffProposal, roleName: RoleName): string {
  switch (kind) {
    case "create":
      return i18n._("Add {login} as {role}", { login, role: role ? roleName(role) : "" });
    case "role":
      return i18n._("Give {login} the role {role}", { login, role: role ? roleName(role) : "" });
    case "reset":
      return i18n._("Reset credentials of {login}", { login });
    case "activate":
      return i18n._("Activate {login}", { login });
    case "deactivate":
      return i18n._("Deactivate {login}", { login });
  }
}
