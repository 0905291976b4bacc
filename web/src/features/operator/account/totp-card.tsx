import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Modal } from "@/design/modal";
import { toast } from "@/design/toast";
import { type TotpSetup, useBeginTotp, useConfirmTotp } from "./api";
import { TotpFields } from "./credential-fields";

export function TotpCard() {
  const begin = useBeginTotp();
  const [setup, setSetup] = useState<TotpSetup | null>(null);

  return (
    <Card title={i18n._("Authenticator app")}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-13 text-ink-2">
          {i18n._("Move to another phone or app. The current one works until you confirm the new one.")}
        </p>
        {begin.error && <Banner severity="error">{describeProblem(begin.error)}</Banner>}
        <Button
          severity="secondary"
          icon="smartphone"
          pending={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: setSetup })}
        >
          {i18n._("Replace")}
        </Button>
      </div>
      <Modal
        open={setup !== null}
        onClose={() => setSetup(null)}
        closeOnMask={false}
        title={i18n._("Set up your authenticator app")}
      >
        {setup && <TotpForm setup={setup} onDone={() => setSetup(null)} />}
      </Modal>
    </Card>
  );
}

function TotpForm({ setup, onDone }: { setup: TotpSetup; onDone: () => void }) {
  const confirm = useConfirmTotp();
  const [code, setCode] = useState("");

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length < 6 || confirm.isPending) return;
        confirm.mutate(
          { setup: setup.setup, code },
          {
            onSuccess: () => {
              onDone();
              toast.add({ severity: "success", summary: i18n._("Authenticator app replaced"), life: 5000 });
            },
            onError: () => setCode(""),
          },
        );
      }}
    >
      <TotpFields
        setup={setup}
        code={code}
        onCode={setCode}
        error={confirm.error ? describeProblem(confirm.error) : undefined}
      />
      <Button type="submit" fullWidth pending={confirm.isPending} disabled={code.length < 6}>
        {i18n._("Confirm")}
      </Button>
    </form>
  );
}
