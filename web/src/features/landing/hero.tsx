import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "@/design/button";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { pageExists } from "@/lib/page-paths";
import { site } from "@/session/site";
import { LIVE_ROW } from "./live-row";
import { useOverviewFeed } from "./overview-feed";

const SHOWN = 6;
const PLACES = Array.from({ length: SHOWN }, (_, place) => place);

/** The six pairs with the highest volume. Its size is fixed, to avoid layout shifts. */
function LiveTable() {
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

/** The site's own headline, else ours. */
export function headline(): string {
  return site().texts.headline || i18n._("The exchange you can verify");
}

export function lead(): string {
  return (
    site().texts.lead ||
    i18n._(
      "{sitename} keeps balances in a double-entry ledger, saves each order before confirming it, and names the rule behind every rejection.",
      { sitename: site().sitename },
    )
  );
}

export function Hero() {
  return (
    <section aria-labelledby="headline" className="overflow-hidden">
      <div
        className={classNames(
          PAGE_WIDTH.reading,
          "grid items-center gap-x-16 gap-y-10 pt-12 pb-10 sm:pt-16 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:pt-20 lg:pb-12",
        )}
      >
        <div className="flex flex-col items-start gap-8">
          <h1
            id="headline"
            className="max-w-4xl text-balance font-semibold text-40 tracking-[-0.025em] xl:text-56 xl:tracking-[-0.03em]"
          >
            {headline()}
          </h1>
          <p className="max-w-2xl text-pretty text-16 text-ink-2 xl:text-20">{lead()}</p>
          {pageExists("/register") ? <SignUpForm /> : <ReadOnlyStart />}
        </div>
        <LiveTable />
      </div>
    </section>
  );
}

function ReadOnlyStart() {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <a href="#how-funds-are-kept" className={buttonClass({ size: "large" })}>
        {i18n._("See how funds are protected")}
      </a>
      <p className="text-ink-3">{i18n._("Sign-up isn’t open yet.")}</p>
    </div>
  );
}

/** A plain form, which works before the scripts have loaded. */
function SignUpForm() {
  return (
    <form action="/register" method="get" className="flex w-full max-w-lg flex-col gap-2">
      <label htmlFor="sign-up-email" className="text-13 text-ink-2">
        {i18n._("Email address")}
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        <input
          id="sign-up-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          className="h-12 min-w-0 rounded-control border border-line-strong bg-shelf px-4 text-16 text-ink sm:flex-1"
        />
        <Button type="submit" size="large">
          {i18n._("Create account")}
        </Button>
      </div>
    </form>
  );
}
