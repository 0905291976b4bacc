import { expect, test } from "vitest";
import { parseMailChoices } from "./api";

test("every mail is wanted until somebody says otherwise", () => {
  expect(parseMailChoices(undefined)).toEqual({ kyc: true, support: true });
  expect(parseMailChoices({ kyc: false, support: "no" })).toEqual({ kyc: false, support: true });
});
