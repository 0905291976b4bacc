import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { placeProblems } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { TextArea } from "@/design/text-area";
import { toast } from "@/design/toast";
import { type Ticket, useReplyToSupport } from "./api";
import { Counter } from "./counter";
import { MAX_MESSAGE_LENGTH, type ReplyDraft, replySchema } from "./model";

const CONFIRMATION_MS = 5_000;

/** Writes on in a conversation; one that was closed opens again with it. */
export function ReplyForm({ ticket }: { ticket: Ticket }) {
  const { control, register, handleSubmit, reset, setError, formState } = useForm<ReplyDraft>({
    resolver: valibotResolver(replySchema),
    defaultValues: { message: "" },
  });
  const message = useWatch({ control, name: "message" });
  const [problem, setProblem] = useState<string | null>(null);
  const reply = useReplyToSupport(ticket.id);

  async function submit(draft: ReplyDraft) {
    setProblem(null);
    try {
      await reply.mutateAsync(draft.message);
      reset();
      toast.add({ severity: "success", summary: i18n._("Message sent"), life: CONFIRMATION_MS });
    } catch (error) {
      setProblem(placeProblems(error, ["message"], setError));
    }
  }

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit(submit)}>
      <Field
        label={ticket.status === "closed" ? i18n._("Reply to reopen this ticket") : i18n._("Your message")}
        error={formState.errors.message?.message}
        aside={<Counter text={message} most={MAX_MESSAGE_LENGTH} />}
      >
        <TextArea rows={3} {...register("message")} />
      </Field>
      {problem && <Banner severity="error">{problem}</Banner>}
      <div>
        <Button type="submit" severity="secondary" size="small" icon="send" pending={formState.isSubmitting}>
          {i18n._("Send message")}
        </Button>
      </div>
    </form>
  );
}
