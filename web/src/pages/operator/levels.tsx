import { i18n } from "@lingui/core";
import { describeFeature } from "@/features/levels/model";
import { ConsolePage } from "@/features/operator/console-page";
import { LevelList } from "@/features/operator/levels/level-list";
import { ChosenSite } from "@/features/operator/sites/chosen-site";

export function OperatorLevelsPage() {
  return (
    <ConsolePage
      title={i18n._("Levels")}
      permission="levels"
      description={i18n._(
        "Requirements and benefits of each membership level; two people decide on changes. A level can’t require less than the one below.",
      )}
    >
      <ChosenSite>
        {(hostname) => <LevelList key={hostname} hostname={hostname} describeFeature={describeFeature} />}
      </ChosenSite>
    </ConsolePage>
  );
}
