import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { Protection } from "./protection";
import type { PremarketDetail } from "./types";

/** The rules of this pre-market, with its own figures. */
export function RulesCard({ market: { rules, protection } }: { market: PremarketDetail }) {
  return (
    <Card title={i18n._("How it works")}>
      <ul className="flex flex-col gap-3 text-14 text-ink-2">
        {rules.map(({ key, text }) => (
          <li key={key} className="flex gap-2">
            <Icon name="check" className="mt-0.5 text-accent" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 border-line border-t pt-4">
        <Protection balances={[protection]} />
      </div>
    </Card>
  );
}
