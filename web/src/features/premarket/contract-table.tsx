import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { RowAction } from "@/design/row-action";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { Amount } from "./cells";
import { ContractBadge } from "./contract-badge";
import { TimeLeft } from "./countdown";
import { DeliverDialog } from "./deliver-dialog";
import { OwnTable } from "./own-table";
import type { PremarketContract } from "./types";

interface ContractTableProps {
  contracts: readonly PremarketContract[];
  /** False where all contracts are of the same pre-market. */
  hasMarket?: boolean;
  empty: ReactNode;
}

/** The client's contracts: what is due, what is missing for it, and how each has ended. */
export function ContractTable({ contracts, hasMarket = false, empty }: ContractTableProps) {
  return (
    <OwnTable
      caption={i18n._("Pre-market contracts, newest first")}
      rows={contracts}
      hasMarket={hasMarket}
      empty={empty}
      columns={columns}
      dialog={(contract, isOpen, close) => (
        <DeliverDialog contract={contract} open={isOpen} onClose={close} />
      )}
    />
  );
}

const canDeliver = ({ side, status }: PremarketContract) => side === "sell" && status === "delivering";

function columns(onDeliver: (contract: PremarketContract) => void): TableColumn<PremarketContract>[] {
  return [
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      cell: ({ quantity, symbol }) => <Amount amount={quantity} coin={symbol} />,
    },
    {
      key: "value",
      header: i18n._("Value"),
      align: "end",
      cell: (contract) => <Value contract={contract} />,
    },
    {
      key: "locked",
      header: i18n._("Collateral / fee"),
      align: "end",
      cell: ({ side, collateral, fee, quote }) => (
        <Amount
          amount={fee}
          coin={quote}
          before={side === "sell" ? `${formatAmount(collateral)} / ` : "– / "}
        />
      ),
    },
    { key: "status", header: i18n._("Status"), cell: (contract) => <Progress contract={contract} /> },
    {
      key: "deliver",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      isEmpty: (contract) => !canDeliver(contract),
      cell: (contract) => canDeliver(contract) && <Deliver contract={contract} onDeliver={onDeliver} />,
    },
  ];
}

function Value({ contract: { value, price, quote } }: { contract: PremarketContract }) {
  return (
    <span className="block">
      <Amount amount={value} coin={quote} />
      <span className="block text-12 text-ink-3">{i18n._("at {price}", { price: formatAmount(price) })}</span>
    </span>
  );
}

/** The state, and below it what is due next or what came of it. */
function Progress({ contract }: { contract: PremarketContract }) {
  return (
    <span className="flex flex-col items-end gap-1 @3xl:items-start">
      <ContractBadge status={contract.status} />
      <Detail contract={contract} />
    </span>
  );
}

function Detail({ contract }: { contract: PremarketContract }) {
  const { status, side, deliver_by, missing_quantity, symbol, outcome } = contract;
  if (outcome) return <Outcome contract={contract} />;
  if (status !== "delivering") return null;
  return (
    <>
      {deliver_by !== null && (
        <span className="text-12 text-ink-2">
          {i18n._("Delivery ends in")} <TimeLeft until={deliver_by} />
        </span>
      )}
      {side === "sell" && !isZero(missing_quantity) && (
        <span className="text-12 text-warn">
          {i18n._("{amount} {coin} missing in your balance", {
            amount: formatAmount(missing_quantity),
            coin: symbol,
          })}
        </span>
      )}
    </>
  );
}

function Outcome({
  contract: { status, side, collateral, quote, outcome },
}: {
  contract: PremarketContract;
}) {
  const amounts = outcome?.received.map(({ coin, amount }) => `${formatAmount(amount)} ${coin}`).join(", ");
  const isLost = status === "defaulted" && side === "sell";
  return (
    <span className="text-12 text-ink-2 tabular-nums">
      {isLost &&
        i18n._("Collateral of {amount} {coin} lost", { amount: formatAmount(collateral), coin: quote })}
      {!isLost && (amounts ? i18n._("Received {amounts}", { amounts }) : i18n._("Nothing received"))}
    </span>
  );
}

type DeliverProps = { contract: PremarketContract; onDeliver: (contract: PremarketContract) => void };

function Deliver({ contract, onDeliver }: DeliverProps) {
  const { quantity, symbol, missing_quantity } = contract;
  return (
    <RowAction
      icon="send"
      label={i18n._("Deliver now")}
      name={i18n._("Deliver now: {amount} {coin}", { amount: formatAmount(quantity), coin: symbol })}
      disabled={!isZero(missing_quantity)}
      onClick={() => onDeliver(contract)}
    />
  );
}
