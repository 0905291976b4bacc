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
    <Band
      id="how-it-works"
      tone="deep"
      title={i18n._("How it works")}
      about={["/trading", "/personal/deposit"]}
    >
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
