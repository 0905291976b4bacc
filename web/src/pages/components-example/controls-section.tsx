import { i18n } from "@lingui/core";
import { PageSection } from "@/design/page-section";
import { ControlsButtons } from "./controls-buttons";
import { ControlsChoices } from "./controls-choices";
import { ControlsCodes } from "./controls-codes";
import { ControlsDates } from "./controls-dates";
import { ControlsFields } from "./controls-fields";
import { ControlsFiles } from "./controls-files";
import { ControlsFilters } from "./controls-filters";
import { ControlsNumbers } from "./controls-numbers";

export function ControlsSection() {
  return (
    <PageSection
      id="controls"
      title={i18n._("Controls")}
      description={i18n._("Buttons, fields and choices.")}
    >
      <div className="space-y-10">
        <ControlsButtons />
        <ControlsFields />
        <ControlsNumbers />
        <ControlsCodes />
        <ControlsDates />
        <ControlsChoices />
        <ControlsFiles />
        <ControlsFilters />
      </div>
    </PageSection>
  );
}
