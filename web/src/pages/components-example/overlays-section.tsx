import { i18n } from "@lingui/core";
import { PageSection } from "@/design/page-section";
import { OverlaysDialogs } from "./overlays-dialogs";
import { OverlaysFloating } from "./overlays-floating";
import { OverlaysToasts } from "./overlays-toasts";

export function OverlaysSection() {
  return (
    <PageSection
      id="overlays"
      title={i18n._("Overlays")}
      description={i18n._("Dialogs, toasts, menus and tooltips.")}
    >
      <div className="space-y-10">
        <OverlaysDialogs />
        <OverlaysToasts />
        <OverlaysFloating />
      </div>
    </PageSection>
  );
}
