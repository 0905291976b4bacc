import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import {
  measurePassword,
  PASSWORD_LENGTH,
  type PasswordHint,
  type PasswordStrength as Strength,
} from "@/lib/password-strength";

interface PasswordStrengthProps {
  password: string;
  /** The account's e-mail, whose local part must not be in the password. */
  email?: string | undefined;
}

const COLOURS = ["bg-error", "bg-error", "bg-warn", "bg-info", "bg-success"] as const;
const SEGMENTS = [1, 2, 3, 4] as const;

/** A live strength meter for a new password; informative only, the form validates. */
export function PasswordStrength({ password, email = "" }: PasswordStrengthProps) {
  const { score, hint } = measurePassword(password, email);
  const isEmpty = password === "";
  return (
    <div>
      <div aria-hidden="true" className="flex gap-1">
        {SEGMENTS.map((segment) => (
          <span
            key={segment}
            className={classNames(
              "h-1 flex-1 rounded-full transition-colors",
              !isEmpty && segment <= Math.max(1, score) ? COLOURS[score] : "bg-line-strong",
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="mt-1.5 min-h-4 text-12 text-ink-3">
        {isEmpty ? describeHint("too-short") : describe(score, hint)}
      </p>
    </div>
  );
}

function describe(score: Strength["score"], hint: PasswordHint) {
  if (hint === null) return describeScore(score);
  if (score === 0) return describeHint(hint);
  return i18n._("{rating}. {advice}", { rating: describeScore(score), advice: describeHint(hint) });
}

function describeScore(score: Strength["score"]): string {
  const ratings = {
    0: i18n._("Not accepted"),
    1: i18n._("Weak"),
    2: i18n._("Fair"),
    3: i18n._("Good"),
    4: i18n._("Strong"),
  };
  return ratings[score];
}

function describeHint(hint: NonNullable<PasswordHint>): string {
  const advice = {
    "too-short": i18n._("Use at least {count} characters.", { count: PASSWORD_LENGTH.least }),
    "too-long": i18n._("Use at most {count} characters.", { count: PASSWORD_LENGTH.most }),
    common: i18n._("This password is too common."),
    "contains-email": i18n._("Don’t use the name from your email address."),
    repeats: i18n._("Avoid repeated characters."),
    sequence: i18n._("Sequences like abc or 123 are easy to guess."),
    longer: i18n._("Add words or characters to make it stronger."),
  };
  return advice[hint];
}
