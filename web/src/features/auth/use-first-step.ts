import { ProblemError } from "@/api/problem-error";
import type { Client, SignInDraft } from "@/session/client";
import { useSignIn } from "./api";
import { useWait } from "./use-wait";

/** What was right already, and how the second proof can be given. */
export type SecondStep = { first: SignInDraft; methods: readonly string[] };

export type FirstStepOutcomes = {
  onSignedIn: (client: Client) => void;
  onSecondFactor: (step: SecondStep) => void;
};

/** The first step of coming in, with a password or a knock: it lets in, or leads to the second step. */
export function useFirstStep({ onSignedIn, onSecondFactor }: FirstStepOutcomes) {
  const signIn = useSignIn();
  const { wait, waitAfter } = useWait();

  function startSignIn(first: SignInDraft) {
    if (signIn.isPending || wait > 0) return;
    signIn.mutate(first, {
      onSuccess: onSignedIn,
      onError(error) {
        waitAfter(error);
        const methods = secondFactorsOf(error);
        if (methods) onSecondFactor({ first, methods });
      },
    });
  }

  return { startSignIn, wait, error: signIn.error, isPending: signIn.isPending };
}

/** The ways to show the second factor that a refusal names; null for any other error. */
function secondFactorsOf(error: unknown): readonly string[] | null {
  if (!(error instanceof ProblemError) || error.code !== "TWO_FACTOR_REQUIRED") return null;
  return Array.isArray(error.body.methods) ? error.body.methods.map(String) : [];
}
