import { i18n } from "@lingui/core";
import * as v from "valibot";
import type { Client } from "@/session/client";
import type { ProfileChange, Sex } from "./api";

const MAX_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 280;

/** An optional text that must match if given. */
const emptyOr = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === "" || pattern.test(text), message),
  );

/** The validation of the profile; a username and a country cannot be cleared once set. */
export function profileSchema(known: Pick<ProfileValues, "username" | "country">) {
  const tooLong = (most: number) => i18n._("Use at most {count} characters.", { count: most });
  const place = v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)));
  return v.pipe(
    v.object({
      username: v.pipe(
        emptyOr(/^[a-z0-9_]{3,20}$/, i18n._("Use 3 to 20 lowercase letters, digits and underscores.")),
        v.check(
          (username) => username !== "" || known.username === "",
          i18n._("You can change your username, but not remove it."),
        ),
      ),
      sex: v.picklist(["", "male", "female", "other"]),
      country: v.string(),
      region: place,
      city: place,
      description: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH)),
      ),
      phone: emptyOr(
        /^\+[1-9][0-9 ()/-]{6,24}$/,
        i18n._("Start with + and the country code, such as +49 151 12345678."),
      ),
    }),
    v.forward(
      v.partialCheck(
        [["country"], ["region"], ["city"]],
        ({ country, region, city }) =>
          country !== "" || (region === "" && city === "" && known.country === ""),
        i18n._("Choose a country."),
      ),
      ["country"],
    ),
  );
}

export type ProfileValues = {
  username: string;
  sex: "" | NonNullable<Sex>;
  country: string;
  region: string;
  city: string;
  description: string;
  phone: string;
};

export function profileValues(client: Client): ProfileValues {
  return {
    username: client.username ?? "",
    sex: client.sex ?? "",
    country: client.location?.country ?? "",
    region: client.location?.region ?? "",
    city: client.location?.city ?? "",
    description: client.description ?? "",
    phone: client.phone ?? "",
  };
}

/** The calls for the changed fields only. */
export function profileChanges(known: ProfileValues, wanted: ProfileValues): ProfileChange[] {
  const changes: ProfileChange[] = [];
  const { username, country, region, city, description } = wanted;
  const sex: Sex = wanted.sex === "" ? null : wanted.sex;
  // Spaces and brackets are stripped from phone numbers.
  const phone = wanted.phone.replace(/[^+0-9]/g, "");
  if (username !== known.username && username !== "") changes.push({ field: "username", username });
  if (wanted.sex !== known.sex) changes.push({ field: "sex", sex });
  const isElsewhere = country !== known.country || region !== known.region || city !== known.city;
  if (isElsewhere && country !== "") changes.push({ field: "location", location: { country, region, city } });
  if (description !== known.description) changes.push({ field: "description", description });
  if (phone !== known.phone) changes.push({ field: "phone", phone: phone === "" ? null : phone });
  return changes;
}
