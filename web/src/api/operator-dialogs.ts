import { valibotResolver } from "@hookform/resolvers/valibot";
import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { describeProblem, setFieldErrors } from "./form-problems";

interface ReasonFormOptions<Name extends string> {
  /** The field, as the server names it. */
  name: Name;
  schema: v.GenericSchema<string, string>;
  send: (text: string) => Promise<unknown>;
  onClose: () => void;
  onSent?: () => void;
}

/** The form of a confirmation dialog that asks for one text; `dialog` are props of `ConfirmDialog`. */
export function useReasonForm<Name extends string>(options: ReasonFormOptions<Name>) {
  const { name, schema, send, onClose, onSent } = options;
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<Record<string, string>>({
    resolver: valibotResolver(v.object({ [name]: schema })),
    defaultValues: { [name]: "" },
  });

  function close() {
    reset();
    setProblem(undefined);
    onClose();
  }

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await send(values[name] ?? "");
      close();
      onSent?.();
    } catch (error) {
      setProblem(setFieldErrors(error, [name], setError) ?? undefined);
    }
  });

  return {
    field: register(name),
    fieldError: formState.errors[name]?.message,
    dialog: {
      severity: "error" as const,
      pending: formState.isSubmitting,
      error: problem,
      onConfirm: () => void submit(),
      onCancel: close,
    },
  };
}

interface MutationDialogOptions<Data, Variables> {
  mutation: UseMutationResult<Data, Error, Variables>;
  onClose: () => void;
  onSuccess?: (data: Data) => void;
}

/** A confirmation dialog around a mutation; it closes on success, and forgets an error when it closes. */
export function mutationDialog<Data, Variables>(options: MutationDialogOptions<Data, Variables>) {
  const { mutation, onClose, onSuccess } = options;

  function close() {
    mutation.reset();
    onClose();
  }

  function confirm(variables: Variables) {
    mutation.mutate(variables, {
      onSuccess: (data) => {
        close();
        onSuccess?.(data);
      },
    });
  }

  return {
    confirm,
    /** Props of `ConfirmDialog`. */
    dialog: {
      pending: mutation.isPending,
      error: mutation.error ? describeProblem(mutation.error) : undefined,
      onCancel: close,
    },
  };
}
