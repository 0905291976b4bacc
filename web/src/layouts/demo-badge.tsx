import { i18n } from "@lingui/core";
import { site } from "@/session/site";

export function DemoBadge() {
  if (!site().demo) return null;

  return (
    <span
      title={i18n._("Bots trade here with play money. Nothing here has real-world value.")}
      className="shrink-0 cursor-help rounded-full border border-line-strong px-2 py-0.5 text-12 text-ink-2"
    >
      {i18n._("Demo market")}
    </span>
  );
}
