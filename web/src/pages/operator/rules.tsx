import { i18n } from "@lingui/core";
import { useSearch } from "@tanstack/react-router";
import { ConsolePage } from "@/features/operator/console-page";
import { HostList } from "@/features/operator/rules/host-list";
import { RuleForm } from "@/features/operator/rules/rule-form";
import { RuleList } from "@/features/operator/rules/rule-list";
import { ChosenSite } from "@/features/operator/sites/chosen-site";
import { textOf } from "@/lib/text-of";
import { useMay } from "@/session/operator";

export function RulesPage() {
  const may = useMay();
  return (
    <ConsolePage
      title={i18n._("Rules")}
      permission="rules"
      description={i18n._("Each page path is checked against these rules in order. The first match applies.")}
    >
      {may("sites") ? <ChosenSite>{(hostname) => <Rules hostname={hostname} />}</ChosenSite> : <OwnRules />}
    </ConsolePage>
  );
}

/** Without permission to list sites: the current site, or the one in the URL. */
function OwnRules() {
  const named = textOf(useSearch({ strict: false }).site);
  return <Rules hostname={named || location.hostname} />;
}

function Rules({ hostname }: { hostname: string }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <RuleList hostname={hostname} />
      <div className="flex flex-col gap-4">
        <RuleForm key={hostname} hostname={hostname} />
        <HostList />
      </div>
    </div>
  );
}
