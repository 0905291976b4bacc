import { i18n } from "@lingui/core";
import { PasskeyButton } from "@/design/passkey-button";
import { passkeyFault } from "@/lib/webauthn";
import type { Client } from "@/session/client";
import { useSignInWithPasskey } from "./api";
import { ProblemBanner } from "./problem-banner";

type PasskeySignInProps = { onSignedIn: (client: Client) => void };

/** Signs in with a passkey; hidden in browsers without support. */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const signIn = useSignInWithPasskey();

  return (
    <>
      <PasskeyButton
        pending={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      />
      <PasskeyProblem error={signIn.error} />
    </>
  );
}

function PasskeyProblem({ error }: { error: Error | null }) {
  // No message after cancelling the browser's prompt.
  if (!error || passkeyFault(error) === "declined") return null;
  const texts = { INVALID_CREDENTIALS: i18n._("This passkey doesn’t match an account here.") };
  return <ProblemBanner error={error} texts={texts} />;
}
