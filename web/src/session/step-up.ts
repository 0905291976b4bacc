import { i18n } from "@lingui/core";
import { create } from "zustand";
import { ProblemError } from "@/api/problem-error";
import { CANCELED } from "@/api/problem-outcome";

export type StepUpMethod = "totp" | "passkey" | "password";

/** A pending step-up. */
export type StepUpRequest = {
  methods: readonly StepUpMethod[];
  /** The step-up succeeded. */
  onDone: () => void;
  /** The person cancelled. */
  onCancel: () => void;
};

/** Rejects a call whose step-up was cancelled; callers need not show an error. */
export class StepUpCancelled extends ProblemError {
  constructor() {
    super(0, { code: CANCELED, detail: i18n._("Nothing was changed.") });
  }
}

const METHODS: ReadonlySet<unknown> = new Set<StepUpMethod>(["totp", "passkey", "password"]);

/** The pending step-up; null if none. */
export const useStepUpRequest = create<StepUpRequest | null>(() => null);

let waiting: Promise<void> | null = null;

/**
 * Makes a call; if the server requires a step-up, asks the person and retries the call. Calls rejected at the
 * same time share one step-up.
 */
export async function withStepUp<Data>(call: () => Promise<Data>): Promise<Data> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "STEP_UP_REQUIRED") throw error;
    await askForStepUp(methodsOf(error));
    return call();
  }
}

function askForStepUp(methods: readonly StepUpMethod[]): Promise<void> {
  waiting ??= new Promise<void>((resolve, reject) => {
    useStepUpRequest.setState({ methods, onDone: resolve, onCancel: () => reject(new StepUpCancelled()) });
  }).finally(() => {
    waiting = null;
    useStepUpRequest.setState(null);
  });
  return waiting;
}

function methodsOf({ body }: ProblemError): StepUpMethod[] {
  const named = Array.isArray(body.methods) ? body.methods : [];
  const known = named.filter((method): method is StepUpMethod => METHODS.has(method));
  return known.length > 0 ? known : ["password"];
}
