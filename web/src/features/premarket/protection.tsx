import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { Money } from "@/design/money";
import type { ProtectionBalance } from "./types";

/** What the public protection account holds, in each coin that pre-markets are paid in. */
export function Protection({ balances }: { balances: readonly ProtectionBalance[] }) {
  if (balances.length === 0) return null;
  return (
    <dl className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <dt className="flex items-center gap-2 text-ink-2">
        <Icon name="shield" className="text-ink-3" />
        {i18n._("Protection account")}
      </dt>
      {balances.map(({ coin, amount }) => (
        <dd key={coin} className="font-medium text-ink">
          <Money amount={amount} coin={coin} />
        </dd>
      ))}
      <dd className="text-ink-3">{i18n._("The part of lost collateral that doesn’t go to buyers.")}</dd>
    </dl>
  );
}
