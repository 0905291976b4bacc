import { i18n } from "@lingui/core";
import { type MouseEvent, useId } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { useCountdown } from "@/design/use-countdown";
import { compare, subtract } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { QUOTE_LIFETIME_MS, type Quote } from "./api";
import { money } from "./convert-request";
import { PathRow, rateText, TermsRow } from "./convert-terms";
import { CountdownRing } from "./countdown-ring";
import { FocusedHeading } from "./focused-heading";
import type { QuoteStage } from "./use-quote";

const LIFETIME_SECONDS = QUOTE_LIFETIME_MS / 1000;
const ANNOUNCED_SECONDS = 5;

interface QuoteViewProps {
  stage: QuoteStage;
  onAccept: () => void;
  onRenew: () => void;
  onBack: () => void;
}

/** A firm quote with its countdown; after it, the way to a new one. */
export function QuoteView({ stage, onAccept, onRenew, onBack }: QuoteViewProps) {
  const { quote, until, ending, isAccepting, isRenewing, isUnconfirmed, problem } = stage;
  const left = useCountdown(until);
  const headingId = useId();
  // While an answer is unknown, asking again is safe even after the quote's time.
  const isOver = !isUnconfirmed && (ending !== null || (left === 0 && !isAccepting));

  function press(event: MouseEvent) {
    // The second click of a double click was meant for the button that was here before.
    if (event.detail > 1) return;
    if (isOver) onRenew();
    else onAccept();
  }

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <CountdownRing key={quote.id} left={isOver ? 0 : left} seconds={LIFETIME_SECONDS} />
        <div className="min-w-0">
          <FocusedHeading id={headingId} subject={quote.id}>
            {i18n._("Your quote")}
          </FocusedHeading>
          <p className="text-13 text-ink-2 tabular-nums">
            {isOver ? endedText(ending) : statusText(stage, left)}
          </p>
          <p aria-live="polite" className="sr-only">
            {!isOver && !isUnconfirmed && announcementOf(left)}
          </p>
        </div>
      </div>
      <QuoteTerms quote={quote} />
      {!isOver && quote.adjusted && <UnusedRest quote={quote} typed={stage.draft.from_amount ?? "0"} />}
      {stage.previous && !isOver && <QuoteChange quote={quote} previous={stage.previous} />}
      {isOver && <Banner severity="warn">{endingText(ending)}</Banner>}
      {isUnconfirmed && <Banner severity="warn">{unconfirmedText()}</Banner>}
      {problem && <Banner severity="error">{problem}</Banner>}
      <div className="flex flex-wrap-reverse gap-3">
        {/* Another conversion before this one is known could be the same one twice. */}
        <Button severity="secondary" size="large" onClick={onBack} disabled={isAccepting || isUnconfirmed}>
          {i18n._("Back")}
        </Button>
        <Button size="large" className="grow" pending={isAccepting || isRenewing} onClick={press}>
          {labelOf(stage, isOver)}
        </Button>
      </div>
    </section>
  );
}

function statusText({ isUnconfirmed, isAccepting }: QuoteStage, left: number): string {
  if (isUnconfirmed) return i18n._("Awaiting confirmation");
  return isAccepting ? i18n._("Converting") : i18n._("Expires in {left} s", { left });
}

function endedText(ending: QuoteStage["ending"]): string {
  return ending === "moved" ? i18n._("No longer valid") : i18n._("Expired");
}

function unconfirmedText(): string {
  return i18n._("No response yet. Your conversion may have been made; checking again won’t convert twice.");
}

function labelOf({ isUnconfirmed }: QuoteStage, isOver: boolean): string {
  if (isOver) return i18n._("Get a new quote");
  return isUnconfirmed ? i18n._("Check again") : i18n._("Convert");
}

/** Said when the quote arrives and once before it expires: every second would be too much. */
function announcementOf(left: number): string {
  return left > ANNOUNCED_SECONDS
    ? i18n._("This quote is valid for {seconds} seconds.", { seconds: LIFETIME_SECONDS })
    : i18n._("{seconds} seconds left.", { seconds: ANNOUNCED_SECONDS });
}

function endingText(ending: QuoteStage["ending"]): string {
  return ending === "moved"
    ? i18n._("The market moved, so this quote can’t be kept. Nothing was converted.")
    : i18n._("This quote has expired. Nothing was converted.");
}

function QuoteTerms({ quote }: { quote: Quote }) {
  const { from, to, from_amount, to_amount, fee, fee_coin, rate, path } = quote;
  return (
    <dl className="flex flex-col gap-2 text-14">
      <TermsRow label={i18n._("You pay")}>
        <strong className="font-semibold text-16">{money(from_amount, from)}</strong>
      </TermsRow>
      <TermsRow label={i18n._("You receive")}>
        <strong className="font-semibold text-16">{money(to_amount, to)}</strong>
      </TermsRow>
      <TermsRow label={i18n._("Rate")}>{rateText("=", from, to, rate)}</TermsRow>
      <PathRow from={from} path={path} />
      <TermsRow label={i18n._("Fee")}>{money(fee, fee_coin)}</TermsRow>
    </dl>
  );
}

/** A market trades in steps; where the house can’t make up for it, a little of what was typed is left. */
function UnusedRest({ quote: { from, from_amount }, typed }: { quote: Quote; typed: string }) {
  return (
    <Banner severity="info">
      {i18n._("{amount} {coin} stays in your balance: this market trades in fixed steps.", {
        amount: formatAmount(subtract(typed, from_amount)),
        coin: from,
      })}
    </Banner>
  );
}

/** What a new quote changes. */
function QuoteChange({ quote, previous }: { quote: Quote; previous: Quote }) {
  return (
    <Banner severity="info">
      {changeText(quote, previous) ?? i18n._("The new quote is the same as before.")}
    </Banner>
  );
}

function changeText(quote: Quote, previous: Quote): string | null {
  const { from, to } = quote;
  const received = subtract(quote.to_amount, previous.to_amount);
  if (compare(received, "0") > 0)
    return i18n._("New quote: you receive {amount} {coin} more.", {
      amount: formatAmount(received),
      coin: to,
    });
  if (compare(received, "0") < 0)
    return i18n._("New quote: you receive {amount} {coin} less.", {
      amount: formatAmount(received.slice(1)),
      coin: to,
    });
  const paid = subtract(quote.from_amount, previous.from_amount);
  if (compare(paid, "0") > 0)
    return i18n._("New quote: you pay {amount} {coin} more.", { amount: formatAmount(paid), coin: from });
  if (compare(paid, "0") < 0)
    return i18n._("New quote: you pay {amount} {coin} less.", {
      amount: formatAmount(paid.slice(1)),
      coin: from,
    });
  return null;
}
