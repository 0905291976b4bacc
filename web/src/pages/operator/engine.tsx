import { i18n } from "@lingui/core";
import { ConsolePage } from "@/features/operator/console-page";
import { EngineCard } from "@/features/operator/engine/engine-card";
import { LedgerCheckCard } from "@/features/operator/engine/ledger-check-card";
import { ProcessesCard } from "@/features/operator/engine/processes-card";

export function EnginePage() {
  return (
    <ConsolePage
      title={i18n._("Engine")}
      permission="health"
      description={i18n._("All money moves through the engine. Stats refresh every few seconds.")}
    >
      <h2 className="sr-only">{i18n._("Health")}</h2>
      <EngineCard />
      <ProcessesCard />
      <LedgerCheckCard />
    </ConsolePage>
  );
}
