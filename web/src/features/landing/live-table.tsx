import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { pageExists } from "@/lib/page-paths";
import { site } from "@/session/site";
import { LIVE_ROW } from "./live-row";
import { useOverviewFeed } from "./overview-feed";

const SHOWN = 6;
const PLACES = Array.from({ length: SHOWN }, (_, place) => place);

/** The six pairs with the highest volume. Its size is fixed, to avoid layout shifts. */
export function LiveTable() {
  const { overview, hasFailed, icons, parts } = useOverviewFeed();
  const rows = overview?.volume.slice(0, SHOWN);
  return (
    <section
      aria-label={i18n._("Markets now")}
      aria-busy={!overview && !hasFailed}
      className="w-full overflow-hidden rounded-card border border-line bg-deep"
    >
      <header className="flex h-12 items-center justify-between gap-4 border-line border-b px-4">
        <h2 className="font-semibold text-14">{i18n._("Markets now")}</h2>
        {pageExists("/markets/overview") && (
          <Link to="/markets/overview" className="text-13 text-accent underline-offset-4 hover:underline">
            {i18n._("All markets")}
          </Link>
        )}
      </header>
      <div className="h-78">
        {parts && rows?.length ? (
          <parts.PairRows rows={rows} icons={icons} />
        ) : (
          <Waiting isEmpty={rows?.length === 0} hasFailed={hasFailed} />
        )}
      </div>
      {site().demo && (
        <p className="border-line border-t px-4 py-2.5 text-12 text-ink-3">
          {i18n._("A demo market: bots trade with play money, through the real engine.")}
        </p>
      )}
    </section>
  );
}

function Waiting({ isEmpty, hasFailed }: { isEmpty: boolean; hasFailed: boolean }) {
  if (isEmpty || hasFailed) {
    return (
      <p
        role="status"
        className="flex h-full items-center justify-center px-8 text-center text-14 text-ink-2"
      >
        {isEmpty
          ? i18n._("No pairs listed yet. Prices appear here once the first market opens.")
          : i18n._("Couldn’t load prices. Retrying in a moment.")}
      </p>
    );
  }
  return (
    <div aria-hidden="true" className="motion-safe:animate-pulse">
      {PLACES.map((place) => (
        <div key={place} className={LIVE_ROW}>
          <span className="flex items-center gap-3">
            <span className="size-7 rounded-full bg-raised" />
            <span className="h-4 w-20 rounded-control bg-raised" />
          </span>
          <span className="h-5 rounded-control bg-raised" />
          <span className="h-7 rounded-control bg-raised" />
        </div>
      ))}
    </div>
  );
}
