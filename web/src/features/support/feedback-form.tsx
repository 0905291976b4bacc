import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { describeProblem, setFieldErrors } from "@/api/form-problems";
import type { components } from "@/api/generated/schema";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { FileDrop } from "@/design/file-drop";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import type { UploadFile } from "@/design/use-uploads";
import { type FeedbackReceipt, useSendFeedback } from "./api";
import { Counter } from "./counter";
import {
  type FeedbackDraft,
  feedbackSchema,
  MAX_ATTACHMENTS,
  MAX_MESSAGE_LENGTH,
  MAX_SUBJECT_LENGTH,
  topicOptions,
  visitorFeedbackSchema,
} from "./model";

type StoredFile = components["schemas"]["FileView"];
export type UploadAttachment = UploadFile<StoredFile>;

/** The attachments of a message: uploaded ones, and whether uploads are pending. */
function useAttachments(send: UploadAttachment) {
  const [urls, setUrls] = useState<readonly string[]>([]);
  const [running, setRunning] = useState(0);

  const upload: UploadAttachment = async (file, onProgress, signal) => {
    setRunning((count) => count + 1);
    try {
      return await send(file, onProgress, signal);
    } finally {
      setRunning((count) => count - 1);
    }
  };

  return {
    urls,
    isBusy: running > 0,
    upload,
    add: ({ url }: StoredFile) => setUrls((known) => [...known, url]),
    remove: ({ url }: StoredFile) => setUrls((known) => known.filter((other) => other !== url)),
  };
}

const FIELDS = ["email", "topic", "subject", "message", "reference"] as const;
const PICTURES = ["image/jpeg", "image/png", "image/webp"];
const MAX_BYTES = 10_000_000;

interface FeedbackFormProps {
  /** Null for visitors, who give an email instead of attaching files. */
  upload: UploadAttachment | null;
  onSent: (receipt: FeedbackReceipt) => void;
}

const refuseUpload: UploadAttachment = () => Promise.reject(new Error("Visitors attach nothing"));

export function FeedbackForm({ upload, onSent }: FeedbackFormProps) {
  const { control, register, handleSubmit, setError, formState } = useForm<FeedbackDraft>({
    resolver: valibotResolver<FeedbackDraft, unknown, FeedbackDraft>(
      upload ? feedbackSchema : visitorFeedbackSchema,
    ),
    defaultValues: { subject: "", message: "", reference: "" },
  });
  const { errors } = formState;
  const [subject = "", message = ""] = useWatch({ control, name: ["subject", "message"] });
  const attachments = useAttachments(upload ?? refuseUpload);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSendFeedback();
  const hasTooMany = attachments.urls.length > MAX_ATTACHMENTS;

  async function submit({ reference, ...draft }: FeedbackDraft) {
    setProblem(null);
    if (hasTooMany) return;
    if (attachments.isBusy)
      return setProblem(i18n._("Your images are still uploading. Try again in a moment."));
    const feedback = { ...draft, ...(reference && { reference }), attachments: [...attachments.urls] };
    await send.mutateAsync(feedback).then(onSent, (error: unknown) => {
      setProblem(setFieldErrors(error, FIELDS, setError));
    });
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={handleSubmit(submit)}>
      {!upload && (
        <Field label={i18n._("Email")} error={errors.email?.message} hint={i18n._("The reply is sent here.")}>
          <TextInput type="email" autoComplete="email" {...register("email")} />
        </Field>
      )}
      <Field label={i18n._("Topic")} error={errors.topic?.message}>
        <Controller
          control={control}
          name="topic"
          render={({ field }) => (
            <Select
              options={topicOptions()}
              value={field.value ?? null}
              ref={field.ref}
              onBlur={field.onBlur}
              onValueChange={field.onChange}
            />
          )}
        />
      </Field>
      <Field
        label={i18n._("Subject")}
        error={errors.subject?.message}
        aside={<Counter text={subject} most={MAX_SUBJECT_LENGTH} />}
      >
        <TextInput autoComplete="off" {...register("subject")} />
      </Field>
      <Field
        label={i18n._("Message")}
        error={errors.message?.message}
        hint={i18n._("Describe what you did, what happened and what you expected.")}
        aside={<Counter text={message} most={MAX_MESSAGE_LENGTH} />}
      >
        <TextArea rows={7} {...register("message")} />
      </Field>
      <Field
        label={i18n._("Reference")}
        optional
        error={errors.reference?.message}
        hint={i18n._("Order, deposit or withdrawal number, if there is one.")}
      >
        <TextInput autoComplete="off" {...register("reference")} />
      </Field>
      {upload && (
        <Field
          label={i18n._("Images")}
          kind="group"
          optional
          error={
            hasTooMany &&
            i18n._("{most, plural, one {Up to # image. Remove some.} other {Up to # images. Remove some.}}", {
              most: MAX_ATTACHMENTS,
            })
          }
          hint={i18n._("Screenshots, for example. Up to {most}.", { most: MAX_ATTACHMENTS })}
        >
          <FileDrop
            multiple
            upload={attachments.upload}
            accept={PICTURES}
            maxBytes={MAX_BYTES}
            explainError={describeProblem}
            onUploaded={attachments.add}
            onRemoved={attachments.remove}
          />
        </Field>
      )}
      {problem && <Banner severity="error">{problem}</Banner>}
      <div>
        <Button type="submit" icon="send" pending={formState.isSubmitting}>
          {i18n._("Send")}
        </Button>
      </div>
    </form>
  );
}
