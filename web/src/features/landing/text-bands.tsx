import { i18n } from "@lingui/core";
import { Band } from "./band";

function steps() {
  return [
    {
      title: i18n._("Open an account"),
      text: i18n._(
        "All you need is an email and a password. Confirm your email with a 6-digit code. Identity verification is needed only for some features and higher limits.",
      ),
    },
    {
      title: i18n._("Deposit coins"),
      text: i18n._(
        "Choose a coin and a network to get your own deposit address. Follow each confirmation until your coins are credited.",
      ),
    },
    {
      title: i18n._("Trade"),
      text: i18n._(
        "Orders match by price, then time. Your fee rate is fixed when your order is accepted, and the fee is taken from what you receive.",
      ),
    },
  ];
}

export function StepsBand() {
  return (
    <Band id="how-it-works" tone="deep" title={i18n._("How it works")}>
      <ol className="flex flex-col">
        {steps().map((step, index) => (
          <li
            key={step.title}
            className="grid grid-cols-[3rem_minmax(0,1fr)] border-line py-8 not-first:border-t first:pt-0 last:pb-0 lg:grid-cols-[5rem_minmax(0,1fr)] lg:py-10"
          >
            <span aria-hidden="true" className="font-medium text-28 text-ink-3 leading-7">
              {index + 1}
            </span>
            <div className="flex max-w-prose flex-col gap-2">
              <h3 className="font-semibold text-20">{step.title}</h3>
              <p className="text-pretty text-16 text-ink-2">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Band>
  );
}

function refusals() {
  return [
    {
      case: i18n._("Withdrawal after a password change"),
      rule: i18n._(
        "Withdrawals are paused for 24 hours after a password or 2FA change, 72 hours after an email change.",
      ),
      missing: i18n._("Nothing from you."),
      next: i18n._("A countdown shows when withdrawals resume."),
    },
    {
      case: i18n._("Withdrawal above the daily limit"),
      rule: i18n._("Each membership level has a daily withdrawal limit."),
      missing: i18n._("How far the amount exceeds today’s limit."),
      next: i18n._("The time when your limit resets."),
    },
    {
      case: i18n._("Feature of a higher level"),
      rule: i18n._("The level that unlocks it, with its requirements."),
      missing: i18n._("Your progress on each requirement."),
      next: i18n._("You move up once you meet every requirement."),
    },
  ];
}

export function RefusalsBand() {
  return (
    <Band
      id="refusals"
      tone="deep"
      title={i18n._("Every rejection is explained")}
      lead={i18n._(
        "Withdrawals need no trading volume and no minimum balance. If one is delayed, you see why, what’s missing and what happens next.",
      )}
    >
      <div className="flex flex-col">
        {refusals().map((refusal) => (
          <article key={refusal.case} className="border-line py-8 not-first:border-t first:pt-0 last:pb-0">
            <h3 className="mb-4 font-semibold text-20">{refusal.case}</h3>
            <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
              <Answer question={i18n._("Rule")} answer={refusal.rule} />
              <Answer question={i18n._("What’s missing")} answer={refusal.missing} />
              <Answer question={i18n._("What happens next")} answer={refusal.next} />
            </dl>
          </article>
        ))}
      </div>
    </Band>
  );
}

function Answer({ question, answer }: { question: string; answer: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-13 text-ink-3">{question}</dt>
      <dd className="text-pretty text-16 text-ink-2">{answer}</dd>
    </div>
  );
}
