import { i18n } from "@lingui/core";
import * as v from "valibot";
import { addMonths, isDay, localDay } from "@/lib/day";
import type { Client } from "@/session/client";

const ADULT_YEARS = 18;

export const EARLIEST_BIRTH_DATE = "1900-01-01";

/** The latest birth date of an adult. */
export function latestBirthDate(today: Date): string {
  return addMonths(localDay(today), -12 * ADULT_YEARS);
}

export function personalInfoSchema(today: Date) {
  const line = (most: number) =>
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(most, i18n._("Use at most {count} characters.", { count: most })),
    );
  const needed = (most: number, message: string) => v.pipe(line(most), v.nonEmpty(message));
  return v.object({
    first_name: needed(100, i18n._("Enter your first name.")),
    middle_name: line(100),
    last_name: needed(100, i18n._("Enter your last name.")),
    birth_date: v.pipe(
      v.string(),
      v.nonEmpty(i18n._("Enter your date of birth.")),
      v.check(isDay, i18n._("Enter the date as {format}.", { format: "mm/dd/yy" })),
      v.minValue(EARLIEST_BIRTH_DATE, i18n._("Enter your date of birth.")),
      v.maxValue(
        latestBirthDate(today),
        i18n._("You must be at least {years} years old.", { years: ADULT_YEARS }),
      ),
    ),
    country: v.pipe(v.string(), v.nonEmpty(i18n._("Choose a country."))),
    region: line(100),
    city: needed(100, i18n._("Enter your city.")),
    address: needed(200, i18n._("Enter your street and number.")),
    postal_code: line(20),
  });
}

export type PersonalInfoValues = v.InferOutput<ReturnType<typeof personalInfoSchema>>;

export function personalInfoValues({ personal_info: info }: Client): PersonalInfoValues {
  return {
    first_name: info.first_name ?? "",
    middle_name: info.middle_name ?? "",
    last_name: info.last_name ?? "",
    birth_date: info.birth_date ?? "",
    country: info.country ?? "",
    region: info.region ?? "",
    city: info.city ?? "",
    address: info.address ?? "",
    postal_code: info.postal_code ?? "",
  };
}
