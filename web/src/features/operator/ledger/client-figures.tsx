import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { Money } from "@/design/money";
import { Stat } from "@/design/stat";
import { toCents } from "@/lib/money-text";
import { AccountTable } from "./account-table";
import type { ClientLedger } from "./api";

/** A client's total balance, and the figures that determine the level. */
export function ClientFigures({ ledger }: { ledger: ClientLedger }) {
  return (
    <>
      <Card>
        <div className="grid gap-4 sm:grid-cols-3">
          <Stat label={i18n._("Total value")}>
            <Money amount={toCents(ledger.total_usdt)} coin="USDT" />
          </Stat>
          <Stat label={i18n._("30-day volume")}>
            <Money amount={toCents(ledger.volume_30d)} coin="USDT" />
          </Stat>
          <Stat label={i18n._("Open orders")}>{ledger.open_orders}</Stat>
        </div>
      </Card>
      <AccountTable
        caption={i18n._("Client accounts")}
        accounts={ledger.accounts}
        empty={<EmptyState icon="wallet" title={i18n._("No balances yet")} />}
      />
    </>
  );
}
