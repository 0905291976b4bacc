import { i18n } from "@lingui/core";
import { PageSection } from "@/design/page-section";
import { DisplayFigures } from "./display-figures";
import { DisplayStates } from "./display-states";
import { DisplayStructure } from "./display-structure";
import { DisplayTable } from "./display-table";

export function DisplaySection() {
  return (
    <PageSection id="display" title={i18n._("Display")} description={i18n._("Stats, lists and states.")}>
      <div className="space-y-10">
        <DisplayFigures />
        <DisplayTable />
        <DisplayStates />
        <DisplayStructure />
      </div>
    </PageSection>
  );
}
