import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { LostNotice } from "@/design/lost-notice";
import { formatAmount } from "@/lib/format-number";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import { orderRequest } from "./order-request";
import { type PremarketForm, pathWithDraft } from "./use-premarket-form";

/** The end of the form: errors, confirmation and submit button. */
export function OrderSubmit({ state }: { state: PremarketForm }) {
  const isSignedIn = useIsSignedIn();
  const { placing, isReviewing } = state;
  if (!isSignedIn) return <SignInLink state={state} />;
  return (
    <div className="flex flex-col gap-3">
      {/* The live region must exist before its text, or screen readers miss it. */}
      <div aria-live="polite" className="empty:hidden">
        {isReviewing && (
          <p className="rounded-card border border-accent/40 bg-accent/8 px-3 py-2 text-13 tabular-nums wrap-anywhere">
            {reviewText(state)}
          </p>
        )}
      </div>
      {placing.refusal.form && <Banner severity="error">{placing.refusal.form}</Banner>}
      {placing.lost ? (
        <LostNotice
          message={orderRequest.describeUnknown(placing.lost)}
          request={placing}
          onCheck={() => void placing.check()}
        />
      ) : (
        <SendButtons state={state} />
      )}
    </div>
  );
}

function SendButtons({ state }: { state: PremarketForm }) {
  const { draft, isReviewing, level, market } = state;
  const { symbol: coin } = market;
  const isBuy = draft.side === "buy";
  const plain = isBuy ? i18n._("Buy {coin}", { coin }) : i18n._("Sell {coin}", { coin });
  const confirm = isBuy ? i18n._("Confirm: buy {coin}", { coin }) : i18n._("Confirm: sell {coin}", { coin });
  return (
    <>
      <div className="flex gap-2">
        {isReviewing && (
          <Button severity="secondary" onClick={state.endReview} disabled={state.placing.isPending}>
            {i18n._("Change")}
          </Button>
        )}
        <Button
          type="submit"
          name="send"
          pending={state.placing.isPending}
          onClick={state.onSendClick}
          onKeyDown={state.onSendKey}
          className="min-w-0 grow"
          // The client's chosen colours of buy and sell.
          style={{ backgroundColor: `var(--${draft.side})`, color: "var(--on-status)" }}
        >
          {isReviewing ? confirm : plain}
        </Button>
      </div>
      {level.isMissing && (
        <p className="flex gap-1.5 text-12 text-ink-2">
          <Icon name="lock" size={14} className="mt-px text-ink-3" />
          {isBuy
            ? i18n._("Buying requires the {level} level.", { level: level.name })
            : i18n._("Selling requires the {level} level.", { level: level.name })}
        </p>
      )}
    </>
  );
}

function reviewText({ draft, terms, market }: PremarketForm): string {
  const shown = {
    amount: formatAmount(draft.quantity || "0"),
    price: formatAmount(draft.price || "0"),
    locked: formatAmount(terms?.locked ?? "0"),
    coin: market.symbol,
    quote: market.quote,
  };
  return draft.side === "buy"
    ? i18n._(
        "Buy {amount} {coin} at {price} {quote} or less. {locked} {quote} is locked. Filled amounts become contracts and can’t be canceled.",
        shown,
      )
    : i18n._(
        "Sell {amount} {coin} at {price} {quote} or more. {locked} {quote} is locked. Filled amounts become contracts and can’t be canceled.",
        shown,
      );
}

function SignInLink({ state }: { state: PremarketForm }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={loginHref(pathWithDraft(pathname, state.draft))}
      className={buttonClass({ size: "large", fullWidth: true })}
    >
      <Icon name="log-in" />
      {i18n._("Sign in to trade")}
    </Link>
  );
}
