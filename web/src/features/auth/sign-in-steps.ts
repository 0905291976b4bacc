import { useRouter } from "@tanstack/react-router";
import { ProblemError } from "@/api/problem-error";
import type { Client, SignInDraft } from "@/session/client";
import { destinationOf } from "@/session/destination";
import { useSignIn } from "./api";
import { useWait } from "./use-wait";

/** The accepted first step, and the available second factors. */
export type SecondStep = { first: SignInDraft; methods: readonly string[] };

export type FirstStepOutcomes = {
  onSignedIn: (client: Client) => void;
  onSecondFactor: (step: SecondStep) => void;
};

/**
 * The first step of signing in, with a password or a sign-in link: signs in, or leads to the second factor.
 */
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

/** The second factors named by an error; null for any other error. */
function secondFactorsOf(error: unknown): readonly string[] | null {
  if (!(error instanceof ProblemError) || error.code !== "TWO_FACTOR_REQUIRED") return null;
  return Array.isArray(error.body.methods) ? error.body.methods.map(String) : [];
}

/** Redirects after sign-in, replacing the sign-in page in the history. */
export function useRedirectAfterSignIn(next?: unknown) {
  const router = useRouter();
  return (client: Client) => void router.navigate({ href: destinationOf(client, next), replace: true });
}
