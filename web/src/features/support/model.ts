import { i18n } from "@lingui/core";
import * as v from "valibot";
import type { Feedback } from "./api";

export const MAX_SUBJECT_LENGTH = 120;
export const MAX_MESSAGE_LENGTH = 4000;
export const MAX_REFERENCE_LENGTH = 100;
export const MAX_ATTACHMENTS = 5;

const TOPICS = [
  "account",
  "deposit",
  "withdrawal",
  "trade",
  "kyc",
  "bug",
  "idea",
  "other",
] as const satisfies readonly Feedback["topic"][];

export type Topic = (typeof TOPICS)[number];

export function topicName(topic: Topic): string {
  switch (topic) {
    case "account":
      return i18n._("Account and security");
    case "deposit":
      return i18n._("Deposit");
    case "withdrawal":
      return i18n._("Withdrawal");
    case "trade":
      return i18n._("Trading");
    case "kyc":
      return i18n._("Identity verification");
    case "bug":
      return i18n._("Technical issue");
    case "idea":
      return i18n._("Suggestion");
    case "other":
      return i18n._("Other");
  }
}

export const topicOptions = () => TOPICS.map((value) => ({ value, label: topicName(value) }));

/** Counts as the server does: code points of the trimmed text. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

function text(shortest: number, longest: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => lengthOf(value) >= shortest,
      () => i18n._("Enter at least {shortest} characters.", { shortest }),
    ),
    v.check(
      (value) => lengthOf(value) <= longest,
      () => i18n._("Enter at most {longest} characters.", { longest }),
    ),
  );
}

export const feedbackSchema = v.object({
  topic: v.picklist(TOPICS, () => i18n._("Choose a topic.")),
  subject: text(3, MAX_SUBJECT_LENGTH),
  message: text(10, MAX_MESSAGE_LENGTH),
  reference: text(0, MAX_REFERENCE_LENGTH),
});

/** Visitors give an e-mail address for the answer; clients have one in the account. */
export const visitorFeedbackSchema = v.object({
  ...feedbackSchema.entries,
  email: v.pipe(
    v.string(),
    v.trim(),
    v.email(() => i18n._("Enter your email to get a reply.")),
  ),
});

export type FeedbackDraft = v.InferInput<typeof feedbackSchema> & { email?: string };

export const replySchema = v.object({ message: text(1, MAX_MESSAGE_LENGTH) });

export type ReplyDraft = v.InferInput<typeof replySchema>;
