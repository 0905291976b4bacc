import { i18n } from "@lingui/core";
import { Button, buttonClass } from "@/design/button";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { pageExists } from "@/lib/page-paths";
import { site } from "@/session/site";
import { DepthDrawing } from "./depth-drawing";
import { LiveTable } from "./live-table";

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
            {i18n._("The exchange you can verify")}
          </h1>
          <p className="max-w-2xl text-pretty text-16 text-ink-2 xl:text-20">
            {i18n._(
              "{sitename} keeps balances in a double-entry ledger, saves each order before confirming it, and names the rule behind every rejection.",
              { sitename: site().sitename },
            )}
          </p>
          {pageExists("/register") ? <SignUpForm /> : <ReadOnlyStart />}
        </div>
        <LiveTable />
      </div>
      <DepthDrawing />
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
