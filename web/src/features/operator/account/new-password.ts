import { i18n } from "@lingui/core";
import * as v from "valibot";

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

export const newPassword = v.pipe(
  v.string(),
  v.minLength(MIN_LENGTH, () => i18n._("Use at least {count} characters.", { count: MIN_LENGTH })),
  v.maxLength(MAX_LENGTH, () => i18n._("Use at most {count} characters.", { count: MAX_LENGTH })),
);

export const newPasswordHint = () =>
  i18n._("At least {count} characters. Four random words are easy to remember and hard to guess.", {
    count: MIN_LENGTH,
  });
