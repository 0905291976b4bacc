import { expect, test } from "vitest";
import { stepsOf, submissionOf } from "./model";

test("a passport has no back", () => {
  expect(stepsOf("passport")).toEqual(["type", "document_front", "selfie", "review"]);
  expect(stepsOf("id_card")).toEqual(["type", "document_front", "document_back", "selfie", "review"]);
});

test("before a document is chosen the longer way is shown", () => {
  expect(stepsOf(null)).toEqual(stepsOf("driver_license"));
});

test("nothing is sent before every picture has arrived", () => {
  const passport = { selfie: "/s", document_front: "/f" };

  expect(submissionOf("passport", passport)).toEqual({ type: "passport", ...passport });
  expect(submissionOf("passport", { selfie: "/s" })).toBeNull();
  expect(submissionOf("id_card", passport)).toBeNull();
  expect(submissionOf("id_card", { ...passport, document_back: "/b" })).toEqual({
    type: "id_card",
    ...passport,
    document_back: "/b",
  });
});

test("a passport is sent without a back that was left from another document", () => {
  expect(submissionOf("passport", { selfie: "/s", document_front: "/f", document_back: "/b" })).toEqual({
    type: "passport",
    selfie: "/s",
    document_front: "/f",
  });
});
