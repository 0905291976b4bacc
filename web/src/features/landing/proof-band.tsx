import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { Band, FactList } from "./band";
import { useOverviewFeed } from "./overview-feed";

const LEDGER_STATUS = "/api/v1/ledger-status";

function facts() {
  return [
    {
      title: i18n._("Audited from the start"),
      text: i18n._(
        "An audit replays the whole journal and must produce exactly the recorded balances, orders and order books.",
      ),
    },
    {
      title: i18n._("Apache-2.0"),
      text: i18n._(
        "Read it, change it, run it, build a business on it. The license covers everything, including the matching engine.",
      ),
    },
    {
      title: i18n._("No third-party services"),
      text: i18n._("Operators run the ledger, engine and wallets themselves, with their own nodes and keys."),
    },
    {
      title: i18n._("No trackers"),
      text: i18n._(
        "Public pages load scripts, styles and fonts only from this site, enforced by a strict content security policy.",
      ),
    },
  ];
}

export function ProofBand() {
  return (
    <Band
      id="proof"
      title={i18n._("Check it yourself")}
      lead={i18n._("You trust an exchange with your funds. You should be able to check how it works.")}
    >
      <div className="flex flex-col gap-12">
        <LedgerCheck />
        <FactList facts={facts()} />
      </div>
    </Band>
  );
}

/** The last ledger check of this exchange, with the call that answers it. */
function LedgerCheck() {
  const { ledger, parts } = useOverviewFeed();
  const isBalanced = ledger?.balanced ?? null;
  const checkedAt = ledger && parts?.checkTime(ledger);

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-deep p-4 sm:p-6">
      <div className="flex min-w-0 items-start gap-4">
        <Icon
          name={isBalanced === false ? "circle-alert" : "scale"}
          size={24}
          className={classNames("mt-0.5", isBalanced === false ? "text-error" : "text-accent")}
        />
        <div className="min-w-0">
          <h3 className="font-semibold text-16">{describeCheck(isBalanced)}</h3>
          <p className="mt-1 text-pretty text-14 text-ink-2 tabular-nums">
            {checkedAt
              ? i18n._("All accounts of every coin were summed at {time}.", { time: checkedAt })
              : i18n._("All accounts of every coin are summed regularly.")}
          </p>
        </div>
      </div>
      <a
        href={LEDGER_STATUS}
        className="inline-flex min-h-8 items-center gap-2 break-all font-mono text-13 text-accent underline-offset-4 hover:underline"
      >
        {LEDGER_STATUS}
        <Icon name="arrow-up-right" size={14} />
      </a>
    </div>
  );
}

function describeCheck(isBalanced: boolean | null): string {
  if (isBalanced === null) return i18n._("Ledger check");
  return isBalanced ? i18n._("Ledger check passed") : i18n._("Ledger check failed");
}
