import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { site } from "@/session/site";
import { Band } from "./band";

type Question = { question: string; answer: string };

function accountQuestion(): Question {
  return {
    question: i18n._("Can I open an account today?"),
    answer: i18n._("Yes. All you need is an email and a password."),
  };
}

function demoQuestion(): Question {
  return {
    question: i18n._("Is this market real?"),
    answer: i18n._(
      "No, this site is a demo. Bots trade with play money on the real engine and ledger. Nothing here has real-world value.",
    ),
  };
}

function lastingQuestions(): Question[] {
  return [
    {
      question: i18n._("Do I have to verify my identity?"),
      answer: i18n._(
        "Not for deposits, spot trading or converting coins, by default. Pre-market trading, earn and higher withdrawal limits require a verified identity.",
      ),
    },
    {
      question: i18n._("What does a trade cost?"),
      answer: i18n._(
        "A percentage of what you receive. The rate depends on your membership level and on whether you are maker or taker, and is fixed once your order is accepted.",
      ),
    },
    {
      question: i18n._("What can delay a withdrawal?"),
      answer: i18n._(
        "Three things: your daily withdrawal limit, a pause after changing your password, 2FA or email, and a manual review of large amounts. You always see the reason.",
      ),
    },
    {
      question: i18n._("Where are the private keys?"),
      answer: i18n._(
        "In a separate signing process with no network. Deposit addresses are derived from a public key, so internet-facing servers never hold a private key.",
      ),
    },
    {
      question: i18n._("Can I export my data?"),
      answer: i18n._("Yes. Export any list as CSV, with all its entries."),
    },
    {
      question: i18n._("Can I run an exchange like this myself?"),
      answer: i18n._(
        "Yes. The software is open source (Apache-2.0) and starts on one machine with one command.",
      ),
    },
  ];
}

export function QuestionsBand() {
  const questions = [accountQuestion(), ...(site().demo ? [demoQuestion()] : []), ...lastingQuestions()];

  return (
    <Band
      id="questions"
      title={i18n._("Questions")}
      link={{ to: "/faq", text: i18n._("All questions and support") }}
    >
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
