import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { canUsePasskeys, passkeyFault } from "@/lib/webauthn";
import type { Client } from "@/session/client";
import { useSignInWithPasskey } from "./api";
import { ProblemBanner } from "./problem-banner";

type PasskeyButtonProps = { onSignedIn: (client: Client) => void };

/** Signs in with a passkey; hidden in browsers without support. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const signIn = useSignInWithPasskey();
  if (!canUsePasskeys()) return null;

  return (
    <>
      <Button
        severity="secondary"
        size="large"
        icon="fingerprint"
        fullWidth
        pending={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {i18n._("Use a passkey")}
      </Button>
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
