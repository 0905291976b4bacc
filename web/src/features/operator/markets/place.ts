import { i18n } from "@lingui/core";
import * as v from "valibot";

const LAST_PLACE = 1_000_000;

/** A position in lists, as typed. */
export const place = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{1,7}$/.test(text) && Number(text) <= LAST_PLACE,
    () => i18n._("Enter a whole number from 0 to 1,000,000."),
  ),
);
