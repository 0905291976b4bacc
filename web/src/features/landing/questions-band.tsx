import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { pageExists } from "@/lib/page-paths";
import { site } from "@/session/site";
import { Band } from "./band";

type Question = { question: string; answer: string };

function accountQuestion(): Question {
  return {
    question: i18n._("Can I open an account today?"),
    answer: pageExists("/register")
      ? i18n._("Yes. An e-mail address and a password are enough to begin.")
      : i18n._("Not yet. This site shows only pages that work, and sign-up will appear here when it does."),
  };
}

function demoQuestion(): Question {
  return {
    question: i18n._("Is this market real?"),
    answer: i18n._(
      "This site is a demo. Bots trade with play money, through the same engine and ledger a real market would use. Nothing here has a value outside the site.",
    ),
  };
}

function lastingQuestions(): Question[] {
  return [
    {
      question: i18n._("Do I have to prove who I am?"),
      answer: i18n._(
        "Not to look around, and as the software comes not for deposits, spot trading or conversion either. Pre-market trading, interest and higher withdrawal limits ask for an approved identity document.",
      ),
    },
    {
      question: i18n._("What does a trade cost?"),
      answer: i18n._(
        "A share of what you receive. The rate depends on your membership level and on whether your order waited in the book or took from it, and it cannot change once the order is accepted.",
      ),
    },
    {
      question: i18n._("What can delay a withdrawal?"),
      answer: i18n._(
        "Three things: the day limit of your level, the wait after a change to your password, second factor or e-mail address, and a review by a person above an amount the operator sets. Each is shown with its reason.",
      ),
    },
    {
      question: i18n._("Where are the keys to the coins?"),
      answer: i18n._(
        "In a signing process of their own, which has no network. Deposit addresses are derived from a public key, so the part of the system that faces the internet never holds a private one.",
      ),
    },
    {
      question: i18n._("Can I get my data out?"),
      answer: i18n._("Yes. Every list can be saved as CSV, from the first entry to the last."),
    },
    {
      question: i18n._("Can I run an exchange like this myself?"),
      answer: i18n._(
        "Yes. The software is open source under the Apache-2.0 licence, and it starts on one machine with one command.",
      ),
    },
  ];
}

export function QuestionsBand() {
  const questions = [accountQuestion(), ...(site().demo ? [demoQuestion()] : []), ...lastingQuestions()];

  return (
    <Band id="questions" title={i18n._("Questions")}>
      <div className="flex flex-col border-line border-b">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-line border-t">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-6 py-5 font-medium text-16 hover:text-accent [&::-webkit-details-marker]:hidden">
              {question}
              <Icon name="plus" size={20} className="text-ink-3 transition-transform group-open:rotate-45" />
            </summary>
            <p className="max-w-prose text-pretty pb-6 text-16 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </Band>
  );
}
