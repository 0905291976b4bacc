import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import { ReasonField, reasonSchema } from "./reason-field";

interface ProposeFormProps {
  /** Why it takes two people. */
  text: string;
  propose: (reason: string) => Promise<unknown>;
  /** With what the server refused. */
  onBack: (error?: unknown) => void;
  onDone: () => void;
}

/** The last step of a form whose change a second person must approve. */
export function ProposeForm({ text, propose, onBack, onDone }: ProposeFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(v.object({ reason: reasonSchema })),
    defaultValues: { reason: "" },
  });
  const send = handleSubmit(async ({ reason }) => {
    try {
      await propose(reason);
      toast.success(i18n._("Proposed"), i18n._("Nothing changes until someone else approves."));
      onDone();
    } catch (error) {
      if (setFieldErrors(error, ["reason"], setError)) onBack(error);
    }
  });
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <p className="text-13 text-ink-2">{text}</p>
      <ReasonField {...register("reason")} error={formState.errors.reason?.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button severity="secondary" disabled={formState.isSubmitting} onClick={() => onBack()}>
          {i18n._("Back")}
        </Button>
        <Button type="submit" pending={formState.isSubmitting}>
          {i18n._("Propose")}
        </Button>
      </div>
    </form>
  );
}
