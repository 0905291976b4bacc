import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { type Deposit, depositsQuery } from "./api";
import { Confirmations } from "./confirmations";
import { TransferList } from "./transfer-list";

export function DepositList() {
  return (
    <TransferList
      query={useInfiniteQuery(depositsQuery)}
      caption={i18n._("Your deposits, newest first")}
      empty={
        <EmptyState icon="arrow-down-to-line" title={i18n._("No deposits yet")}>
          {i18n._("A deposit appears here once the network has it.")}
        </EmptyState>
      }
      renderStatus={(deposit) => <DepositStatus deposit={deposit} />}
    />
  );
}

function DepositStatus({ deposit }: { deposit: Deposit }) {
  const { status, confirmations, required_confirmations } = deposit;
  switch (status) {
    case "detected":
    case "confirming":
      return <Confirmations confirmations={confirmations} required={required_confirmations} />;
    case "credited":
      return <Badge severity="success">{i18n._("Credited")}</Badge>;
    case "below_minimum":
      return (
        <Explained badge={<Badge severity="warn">{i18n._("Below minimum")}</Badge>}>
          {i18n._("Credited once your small deposits reach the minimum together.")}
        </Explained>
      );
    case "orphaned":
      return (
        <Explained badge={<Badge severity="error">{i18n._("Orphaned")}</Badge>}>
          {i18n._("The network dropped this transaction. Check it in your wallet.")}
        </Explained>
      );
  }
}

function Explained({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-64 flex-col items-start gap-1">
      {badge}
      <span className="text-12 text-ink-2">{children}</span>
    </span>
  );
}
