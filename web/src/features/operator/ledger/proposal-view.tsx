import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { CopyButton } from "@/design/copy-button";
import { Money } from "@/design/money";
import { ProposalBadge } from "@/features/operator/proposals/status";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import type { Proposal } from "./api";
import { actName, purposeName, refusalText } from "./texts";

/** A proposal with its reason and outcome. */
export function ProposalView({ proposal }: { proposal: Proposal }) {
  const refusal = refusalText(proposal);
  return (
    <Card title={actName(proposal)} actions={<ProposalBadge status={proposal.status} />}>
      <p className="mb-4 font-semibold text-28">
        <Money amount={proposal.amount} coin={proposal.coin} isMovement />
      </p>
      <dl className="grid gap-x-6 gap-y-4 text-14 sm:grid-cols-2">
        <Fact name={i18n._("Reason")} isWide>
          <span className="wrap-anywhere">{proposal.reason}</span>
        </Fact>
        {proposal.client_id && (
          <Fact name={i18n._("Client")}>
            <Link
              to="/operator/clients/$client/ledger"
              params={{ client: proposal.client_id }}
              preload={false}
              className="text-accent underline-offset-4 hover:underline"
            >
              {i18n._("Client ledger")}
            </Link>
            <span title={proposal.client_id} className="font-mono text-12 text-ink-3">
              …{proposal.client_id.slice(-8)}
            </span>
            <CopyButton value={proposal.client_id} label={i18n._("Copy ID")} />
          </Fact>
        )}
        {proposal.network && (
          <Fact name={proposal.kind === "funding" ? i18n._("Received through") : i18n._("Leaves through")}>
            {proposal.network}
          </Fact>
        )}
        {proposal.source && proposal.target && (
          <>
            <Fact name={i18n._("From")}>{purposeName(proposal.source)}</Fact>
            <Fact name={i18n._("To")}>{purposeName(proposal.target)}</Fact>
          </>
        )}
        <Fact name={i18n._("Proposed")}>
          {i18n._("{login}, {time}", {
            login: proposal.proposed_by,
            time: formatDateTime(proposal.proposed_at),
          })}
        </Fact>
        {proposal.decided_by && proposal.decided_at !== null && (
          <Fact name={proposal.status === "rejected" ? i18n._("Rejected") : i18n._("Approved")}>
            {i18n._("{login}, {time}", {
              login: proposal.decided_by,
              time: formatDateTime(proposal.decided_at),
            })}
          </Fact>
        )}
        {proposal.remark && (
          <Fact name={i18n._("Why it was rejected")}>
            <span className="wrap-anywhere">{proposal.remark}</span>
          </Fact>
        )}
        <Fact name={i18n._("Ledger reference")}>
          <span className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 font-mono text-12 text-ink-2 wrap-anywhere">{proposal.reference}</span>
            <CopyButton value={proposal.reference} label={i18n._("Copy reference")} />
          </span>
        </Fact>
      </dl>
      {refusal && (
        <div className="mt-4">
          <Banner severity="error">{refusal}</Banner>
        </div>
      )}
      {proposal.status === "approved" && (
        <div className="mt-4">
          <Banner severity="info">
            {i18n._("The engine hasn’t responded yet. It will be executed automatically, exactly once.")}
          </Banner>
        </div>
      )}
    </Card>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classNames("min-w-0", isWide && "sm:col-span-2")}>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2 text-ink">{children}</dd>
    </div>
  );
}
