import { type ReactNode, useState } from "react";
import { Button } from "@/design/button";
import { CodeInput } from "@/design/code-input";
import { Field } from "@/design/field";

const CODE_LENGTH = 6;

interface CodeFormProps {
  label: string;
  hint?: string;
  error: string | null;
  action: string;
  isPending: boolean;
  /** Called with a complete code; if it rejects, the field is cleared. */
  onCode: (code: string) => Promise<unknown>;
  /** Shown above the field. */
  children?: ReactNode;
  footer?: ReactNode;
}

/** A form for a six-digit code, which is sent as soon as it is complete. */
export function CodeForm({ label, hint, error, action, isPending, onCode, children, footer }: CodeFormProps) {
  const [code, setCode] = useState("");

  function send(complete: string) {
    if (!isPending) onCode(complete).catch(() => setCode(""));
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === CODE_LENGTH) send(code);
      }}
    >
      {children}
      <Field label={label} hint={hint} error={error}>
        <CodeInput value={code} onValueChange={setCode} onComplete={send} />
      </Field>
      <Button type="submit" fullWidth pending={isPending} disabled={code.length < CODE_LENGTH && !isPending}>
        {action}
      </Button>
      {footer}
    </form>
  );
}
