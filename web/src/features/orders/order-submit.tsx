import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { Button, buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { lazyPart } from "@/design/lazy-part";
import { classNames } from "@/lib/class-names";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import type { Market } from "./draft";
import { useOneClick } from "./one-click";
import { sentenceOf } from "./order-sentence";
import type { OrderFormState } from "./use-order-form";

// Lazily loaded: rarely needed.
const UnconfirmedNotice = lazyPart(() =>
  import("./unconfirmed-notice").then((module) => module.UnconfirmedNotice),
);

interface OrderSubmitProps {
  state: OrderFormState;
  market: Market;
  isStale: boolean;
}

/** The end of the form: errors, confirmation and submit button. */
export function OrderSubmit({ state, market, isStale }: OrderSubmitProps) {
  const isSignedIn = useIsSignedIn();
  const { review, notes, unconfirmed, waiting } = state;
  return (
    <div className="flex flex-col gap-2">
      {isStale && (
        <Notice look="warn">{i18n._("Live prices are interrupted. Prices shown may be out of date.")}</Notice>
      )}
      {unconfirmed.length > 0 && (
        <Suspense>
          {unconfirmed.map((placement) => (
            <UnconfirmedNotice key={placement.order.client_order_id} placement={placement} />
          ))}
        </Suspense>
      )}
      {waiting > 0 && (
        <p className="text-12 text-ink-2">
          {i18n._("{count, plural, one {# order} other {# orders}} waiting for a response", {
            count: waiting,
          })}
        </p>
      )}
      {/* The live region must exist before its text, or screen readers miss it. */}
      <div aria-live="polite" className="empty:hidden">
        {notes.formProblem && <Notice look="error">{notes.formProblem}</Notice>}
        {review.isOn && <Notice look="review">{sentenceOf(state.draft, market)}</Notice>}
      </div>
      {isSignedIn ? <SendButtons state={state} market={market} /> : <LogInLink />}
      {isSignedIn && <OneClickWarning />}
    </div>
  );
}

const NOTICES = {
  warn: "border-warn/30 bg-warn/10",
  error: "border-error/30 bg-error/10",
  review: "border-accent/40 bg-accent/8",
};

function Notice({ look, children }: { look: keyof typeof NOTICES; children: string }) {
  return (
    <p
      className={classNames(
        "rounded-control border px-2.5 py-1.5 text-12 text-ink wrap-anywhere leading-4 tabular-nums",
        NOTICES[look],
      )}
    >
      {children}
    </p>
  );
}

function SendButtons({ state, market }: Pick<OrderSubmitProps, "state" | "market">) {
  const { side } = state.draft;
  const { isOn } = state.review;
  const { base: coin } = market.pair;
  const buttons = useRef<HTMLDivElement>(null);
  // The sentence pushes the buttons down, which may be out of view in a low panel.
  useEffect(() => {
    if (isOn) buttons.current?.scrollIntoView?.({ block: "nearest" });
  }, [isOn]);
  const plain = side === "buy" ? i18n._("Buy {coin}", { coin }) : i18n._("Sell {coin}", { coin });
  const confirm =
    side === "buy" ? i18n._("Confirm: buy {coin}", { coin }) : i18n._("Confirm: sell {coin}", { coin });
  return (
    <div ref={buttons} className="flex scroll-mb-3 gap-2">
      {isOn && (
        <Button severity="secondary" onClick={state.review.end} disabled={state.isPending}>
          {i18n._("Change")}
        </Button>
      )}
      <Button
        type="submit"
        name="send"
        pending={state.isPending}
        onClick={state.review.onClick}
        onKeyDown={state.review.onKeyDown}
        className="min-w-0 grow"
        // The client's chosen colours of buy and sell.
        style={{ backgroundColor: `var(--${side})`, color: "var(--on-status)" }}
      >
        {isOn ? confirm : plain}
      </Button>
    </div>
  );
}

function LogInLink() {
  const { href } = useLocation();
  return (
    <Link to={loginHref(href)} className={buttonClass({ fullWidth: true })}>
      <Icon name="log-in" />
      {i18n._("Sign in to trade")}
    </Link>
  );
}

function OneClickWarning() {
  const isOn = useOneClick();
  if (!isOn) return null;
  return <p className="text-12 text-warn">{i18n._("One-click on: orders skip confirmation.")}</p>;
}
