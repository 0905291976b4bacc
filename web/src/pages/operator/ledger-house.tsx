import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { AccountTable } from "@/features/operator/ledger/account-table";
import { houseQuery } from "@/features/operator/ledger/api";
import { HouseTransferButton } from "@/features/operator/ledger/propose-button";

export function HousePage() {
  const house = useQuery(houseQuery);

  return (
    <ConsolePage
      title={i18n._("Exchange accounts")}
      permission="ledger"
      description={i18n._(
        "The exchange’s own balances. Negative amounts came from outside. Together with client balances, every coin sums to 0.",
      )}
      actions={
        <>
          <Link to="/operator/ledger" className={buttonClass({ severity: "secondary", size: "small" })}>
            <Icon name="arrow-left" size={14} />
            {i18n._("Proposals")}
          </Link>
          <HouseTransferButton kind="house_move" severity="secondary" />
          <HouseTransferButton kind="defunding" severity="secondary" />
          <HouseTransferButton />
        </>
      }
    >
      <QueryView query={house} skeleton={<Skeleton shape="table" rows={8} columns={4} />}>
        {({ items }) => (
          <AccountTable
            caption={i18n._("Exchange accounts")}
            accounts={items}
            empty={
              <EmptyState icon="landmark" title={i18n._("No exchange balances yet")}>
                {i18n._("Balances appear here once you fund the treasury.")}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </ConsolePage>
  );
}
