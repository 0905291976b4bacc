import { i18n } from "@lingui/core";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { useOverviewFeed } from "./overview-feed";

const UNKNOWN = "–";

/** Live figures of this exchange. */
export function FiguresBand() {
  const { overview, ledger, parts } = useOverviewFeed();
  const totals = overview && parts?.totalTexts(overview.totals);
  const checked = ledger && parts?.checkText(ledger, Date.now());
  const figures = [
    { key: "pairs", label: i18n._("Pairs"), figure: totals?.pairs },
    { key: "volume", label: i18n._("24h volume"), figure: totals?.volume, unit: "USDT" },
    { key: "trades", label: i18n._("24h trades"), figure: totals?.trades },
    { key: "check", label: describeCheck(ledger?.balanced), figure: checked },
  ];
  return (
    <section aria-label={i18n._("Exchange stats")} className="bg-deep">
      <dl
        className={classNames(
          PAGE_WIDTH.reading,
          "grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:gap-x-8 lg:grid-cols-4 lg:gap-x-12 lg:py-16",
        )}
      >
        {figures.map(({ key, label, figure, unit }) => (
          <div key={key} className="flex flex-col-reverse justify-end gap-1 border-line border-t pt-4">
            <dt className="text-14 text-ink-2">{label}</dt>
            <dd className="font-semibold text-28 tracking-tight tabular-nums lg:text-40">
              {figure ?? UNKNOWN}
              {unit && <span className="ms-2 font-medium text-16 text-ink-2 tracking-normal">{unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function describeCheck(isBalanced: boolean | null | undefined): string {
  if (isBalanced === true) return i18n._("Ledger check passed");
  if (isBalanced === false) return i18n._("Ledger check failed");
  return i18n._("Ledger last checked");
}

/** The top movers, once loaded. */
export function MarketsBand() {
  const { overview, icons, parts } = useOverviewFeed();
  return parts && overview && <parts.MoversBand overview={overview} icons={icons} />;
}
