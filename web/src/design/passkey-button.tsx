import { i18n } from "@lingui/core";
import { canUsePasskeys } from "@/lib/webauthn";
import { Button } from "./button";

type PasskeyButtonProps = { pending: boolean; onClick: () => void };

/** Starts a sign-in with a passkey; hidden in browsers without support. */
export function PasskeyButton({ pending, onClick }: PasskeyButtonProps) {
  if (!canUsePasskeys()) return null;
  return (
    <Button
      severity="secondary"
      size="large"
      icon="fingerprint"
      fullWidth
      pending={pending}
      onClick={onClick}
    >
      {i18n._("Use a passkey")}
    </Button>
  );
}
