import { i18n } from "@lingui/core";
import { Band } from "./band";
import { FactList } from "./fact-list";
import { LedgerFigure } from "./ledger-figure";

function facts() {
  return [
    {
      title: i18n._("Every coin sums to 0"),
      text: i18n._(
        "Amounts are whole numbers of the smallest unit. For each coin, all accounts always sum to exactly 0, and client balances are never negative.",
      ),
    },
    {
      title: i18n._("Confirmed means saved"),
      text: i18n._(
        "Orders are confirmed only after the database has saved them, so a power failure can’t lose them.",
      ),
    },
    {
      title: i18n._("Funds are reserved first"),
      text: i18n._(
        "Orders and withdrawals reserve their funds in the ledger first. Keys stay in a separate process with no network, which signs only after the hold is recorded.",
      ),
    },
    {
      title: i18n._("Audited from the start"),
      text: i18n._(
        "An audit replays the whole journal and must produce exactly the recorded balances, orders and order books.",
      ),
    },
  ];
}

export function FundsBand() {
  return (
    <Band
      id="how-funds-are-kept"
      about={["/trading", "/personal/deposit", "/personal/withdraw"]}
      title={i18n._("How your funds are protected")}
      lead={i18n._(
        "Balances are never overwritten. Every change is a posting from one account to another, and postings are never edited.",
      )}
    >
      <div className="flex flex-col gap-12">
        <LedgerFigure />
        <FactList facts={facts()} />
      </div>
    </Band>
  );
}
