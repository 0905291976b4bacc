import { i18n } from "@lingui/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { showPasskey } from "@/lib/webauthn";
import { fetchStepUpOptions, useStepUpProof } from "./api";
import { explainPasskeyError } from "./passkey-texts";

export function StepUpPasskey({ onDone }: { onDone: () => void }) {
  const ceremony = useRef<AbortController | null>(null);
  const { mutateAsync: prove } = useStepUpProof();
  const attempt = useMutation({
    async mutationFn() {
      ceremony.current = new AbortController();
      const credential = await showPasskey(await fetchStepUpOptions(), ceremony.current.signal);
      await prove({ credential });
    },
    onSuccess: onDone,
  });

  // The browser's own question must not outlive ours.
  useEffect(() => () => ceremony.current?.abort(), []);

  return (
    <div className="flex flex-col gap-4">
      {attempt.error && <Banner severity="error">{explainPasskeyError(attempt.error)}</Banner>}
      <Button icon="fingerprint" fullWidth pending={attempt.isPending} onClick={() => attempt.mutate()}>
        {i18n._("Use a passkey")}
      </Button>
    </div>
  );
}
