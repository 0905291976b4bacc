import { i18n } from "@lingui/core";
import { Band } from "./band";
import { FactList } from "./fact-list";
import { LedgerFigure } from "./ledger-figure";

function facts() {
  return [
    {
      title: i18n._("It sums to zero"),
      text: i18n._(
        "Amounts are whole numbers of the smallest unit. Per coin, all accounts together make exactly zero at every moment, and no client balance is ever negative.",
      ),
    },
    {
      title: i18n._("Acknowledged means on disk"),
      text: i18n._(
        "You hear that something was accepted only after the database has committed it. If the power fails a moment later, it is still there.",
      ),
    },
    {
      title: i18n._("Held before it moves"),
      text: i18n._(
        "What an order or a withdrawal needs is set aside in the ledger first. Keys live in a separate process without a network, and nothing is signed before the hold is recorded.",
      ),
    },
    {
      title: i18n._("Checked from the first line"),
      text: i18n._(
        "An audit replays the journal from zero and has to arrive at exactly the balances, orders and books on record.",
      ),
    },
  ];
}

export function FundsBand() {
  return (
    <Band
      id="how-funds-are-kept"
      about={["/trading", "/personal/deposit", "/personal/withdraw"]}
      title={i18n._("How funds are kept safe")}
      lead={i18n._(
        "A balance is not a figure that gets overwritten. Every change is a posting from one account to another, and what is written is never edited.",
      )}
    >
      <div className="flex flex-col gap-12">
        <LedgerFigure />
        <FactList facts={facts()} />
      </div>
    </Band>
  );
}
