import { i18n } from "@lingui/core";
import * as v from "valibot";
import { measurePassword } from "@/lib/password-strength";

const MAX_EMAIL_LENGTH = 254;

/** Rejects only obviously invalid addresses; the email itself validates the rest. */
const email = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => i18n._("Enter your email address.")),
  v.regex(/^[^\s@]+@[^\s@]+$/, () => i18n._("Enter a valid email, such as ann@example.org.")),
  v.maxLength(MAX_EMAIL_LENGTH, () => i18n._("This email is too long.")),
);

const givenPassword = v.pipe(
  v.string(),
  v.nonEmpty(() => i18n._("Enter your password.")),
);

const isGoodPassword = (password: string, of: string) => measurePassword(password, of).score > 0;
const choosePassword = () => i18n._("Choose a different password.");

export const registrationSchema = v.pipe(
  v.object({
    email,
    password: v.pipe(
      v.string(),
      v.nonEmpty(() => i18n._("Choose a password.")),
    ),
    accept_terms: v.pipe(
      v.boolean(),
      v.literal(true, () => i18n._("Accept this to continue.")),
    ),
    referral_code: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[A-Za-z0-9_-]{0,32}$/, () => i18n._("Use only letters, digits, - and _.")),
    ),
  }),
  v.forward(
    v.partialCheck(
      [["email"], ["password"]],
      ({ email: of, password }) => isGoodPassword(password, of),
      choosePassword,
    ),
    ["password"],
  ),
);

export const loginSchema = v.object({ login: email, password: givenPassword });

export const emailSchema = v.object({ email });

export const newPasswordSchema = v.object({
  password: v.pipe(
    v.string(),
    v.check((password) => isGoodPassword(password, ""), choosePassword),
  ),
});
