import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { PageSection } from "@/design/page-section";
import { toast } from "@/design/toast";
import { DisplayExample } from "./display-example";
import { OverlaysDialogs } from "./overlays-dialogs";
import { OverlaysFloating } from "./overlays-floating";

export function OverlaysSection() {
  return (
    <PageSection
      id="overlays"
      title={i18n._("Overlays")}
      description={i18n._("What comes up over the page, and goes again.")}
    >
      <div className="space-y-10">
        <OverlaysDialogs />
        <ToastExamples />
        <OverlaysFloating />
      </div>
    </PageSection>
  );
}

function ToastExamples() {
  return (
    <DisplayExample title={i18n._("Toast")}>
      <div className="flex flex-wrap gap-3">
        <Button
          severity="secondary"
          onClick={() => toast.add({ severity: "success", summary: i18n._("Order placed"), life: 5000 })}
        >
          {i18n._("Success, 5 seconds")}
        </Button>
        <Button
          severity="secondary"
          onClick={() =>
            toast.add({
              severity: "info",
              summary: i18n._("Deposit seen"),
              detail: i18n._("0.25 BTC wait for 6 confirmations."),
              life: 5000,
            })
          }
        >
          {i18n._("Info, 5 seconds")}
        </Button>
        <Button
          severity="secondary"
          onClick={() =>
            toast.add({
              severity: "warn",
              summary: i18n._("Price moved"),
              detail: i18n._("Look at the new total before you go on."),
            })
          }
        >
          {i18n._("Warning, until closed")}
        </Button>
        <Button
          severity="secondary"
          onClick={() =>
            toast.add({
              severity: "error",
              summary: i18n._("Withdrawal not sent"),
              detail: i18n._("The address does not belong to this network. Nothing left your account."),
            })
          }
        >
          {i18n._("Error, until closed")}
        </Button>
      </div>
    </DisplayExample>
  );
}
