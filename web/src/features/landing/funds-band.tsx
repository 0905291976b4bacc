import { i18n } from "@lingui/core";
import { Band, FactList } from "./band";

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
      title: i18n._("Real chains, real confirmations"),
      text: i18n._(
        "Deposits are credited after the confirmations that their network needs. Withdrawals show their transaction ID.",
      ),
    },
  ];
}

export function FundsBand() {
  return (
    <Band
      id="how-funds-are-kept"
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

type Posting = { account: string; change: string; isIncrease: boolean };

function events(): { title: string; postings: Posting[] }[] {
  return [
    {
      title: i18n._("Order accepted"),
      postings: [
        { account: i18n._("You, available"), change: i18n._("cost"), isIncrease: false },
        { account: i18n._("You, in orders"), change: i18n._("cost"), isIncrease: true },
      ],
    },
    {
      title: i18n._("Order filled"),
      postings: [
        { account: i18n._("You, in orders"), change: i18n._("cost"), isIncrease: false },
        { account: i18n._("Seller, available"), change: i18n._("cost less fee"), isIncrease: true },
        { account: i18n._("Exchange, fees"), change: i18n._("fee"), isIncrease: true },
      ],
    },
  ];
}

/** Explains double entry without made-up amounts. */
function LedgerFigure() {
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-deep">
      <figcaption className="border-line border-b px-4 py-3 text-13 text-ink-2 sm:px-6">
        {i18n._("A buy order in the ledger, in the quote coin")}
      </figcaption>
      <div className="grid divide-line max-sm:divide-y sm:grid-cols-2 sm:divide-x">
        {events().map((event) => (
          <div key={event.title} className="flex flex-col p-4 sm:p-6">
            <h3 className="mb-4 font-medium text-ink">{event.title}</h3>
            <dl className="flex flex-1 flex-col gap-2 pb-4">
              {event.postings.map((posting) => (
                <PostingRow key={posting.account} {...posting} />
              ))}
            </dl>
            <p className="flex justify-between gap-4 border-line-strong border-t pt-3">
              <span>{i18n._("Total")}</span> <span className="font-mono text-accent">0</span>
            </p>
          </div>
        ))}
      </div>
    </figure>
  );
}

function PostingRow({ account, change, isIncrease }: Posting) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{account}</dt>
      <dd className="text-end font-mono text-ink">
        {isIncrease ? "+" : "−"} {change}
      </dd>
    </div>
  );
}
