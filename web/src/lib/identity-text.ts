import { i18n } from "@lingui/core";

type Named = { first_name: string | null; middle_name?: string | null; last_name: string | null };

/** The full name as in a document; null if unknown. */
export function fullName({ first_name, middle_name, last_name }: Named): string | null {
  return [first_name, middle_name, last_name].filter(Boolean).join(" ") || null;
}

/** `DD.MM.YYYY` from the API's date, which has no time zone. */
export function formatDay(isoDate: string): string {
  return isoDate.split("-").reverse().join(".");
}

export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
}

export type DocumentType = "passport" | "id_card" | "driver_license" | "residence_permit";

export function documentName(type: DocumentType): string {
  switch (type) {
    case "passport":
      return i18n._("Passport");
    case "id_card":
      return i18n._("Identity card");
    case "driver_license":
      return i18n._("Driver’s license");
    case "residence_permit":
      return i18n._("Residence permit");
  }
}
