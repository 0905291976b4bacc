import { i18n } from "@lingui/core";
import { create } from "zustand";
import { ProblemError } from "@/api/problem-error";

export type StepUpMethod = "totp" | "passkey" | "password";

/** Somebody is to show once more who they are. */
export type StepUpRequest = {
  methods: readonly StepUpMethod[];
  /** They did. */
  onDone: () => void;
  /** They would rather not. */
  onCancel: () => void;
};

/** Rejects a call whose person closed the question; whoever made the call need say nothing then. */
export class StepUpCancelled extends ProblemError {
  constructor() {
    super(0, { code: "CANCELED", detail: i18n._("Nothing was changed.") });
  }
}

const METHODS: ReadonlySet<unknown> = new Set<StepUpMethod>(["totp", "passkey", "password"]);

/** What the person is asked at the moment; null while nothing is. */
export const useStepUpRequest = create<StepUpRequest | null>(() => null);

let waiting: Promise<void> | null = null;

/**
 * Makes a call; where the server wants to be shown again who it is, asks the person and makes the call anew.
 * Calls that are refused at the same time wait for the same answer.
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
