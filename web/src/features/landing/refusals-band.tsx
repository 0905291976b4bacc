import { i18n } from "@lingui/core";
import { Band } from "./band";

function refusals() {
  return [
    {
      case: i18n._("A withdrawal soon after a new password"),
      rule: i18n._(
        "Withdrawals wait 24 hours after a new password or second factor, 72 after a new e-mail address.",
      ),
      missing: i18n._("Nothing on your side."),
      next: i18n._("A countdown runs to the minute the wait ends."),
    },
    {
      case: i18n._("A withdrawal above the day limit"),
      rule: i18n._("Each membership level has a limit for one day."),
      missing: i18n._("By how much the amount exceeds what is left today."),
      next: i18n._("The hour at which the limit starts anew."),
    },
    {
      case: i18n._("A feature of a higher level"),
      rule: i18n._("The level that opens it, and what that level asks for."),
      missing: i18n._("Each requirement, and how far along you are."),
      next: i18n._("You move up at once when the last one is met."),
    },
  ];
}

export function RefusalsBand() {
  return (
    <Band
      id="refusals"
      tone="deep"
      about={["/personal/withdraw"]}
      title={i18n._("Every refusal explains itself")}
      lead={i18n._(
        "No trading volume and no minimum balance ever stand between you and your own funds. What can make you wait is short, and always comes with three answers.",
      )}
    >
      <div className="flex flex-col">
        {refusals().map((refusal) => (
          <article key={refusal.case} className="border-line py-8 not-first:border-t first:pt-0 last:pb-0">
            <h3 className="mb-4 font-semibold text-20">{refusal.case}</h3>
            <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
              <Answer question={i18n._("Which rule")} answer={refusal.rule} />
              <Answer question={i18n._("What is missing")} answer={refusal.missing} />
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
