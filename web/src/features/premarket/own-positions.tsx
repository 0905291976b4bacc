import { i18n } from "@lingui/core";
import { useLocation } from "@tanstack/react-router";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { PageLink } from "@/design/page-link";
import { Tabs } from "@/design/tabs";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import { ContractTable } from "./contract-table";
import { OrderTable } from "./order-table";
import { SignInState } from "./sign-in-state";
import type { PremarketDetail } from "./types";

/** The client's contracts and open orders in this pre-market. */
export function OwnPositions({ market }: { market: PremarketDetail }) {
  const isSignedIn = useIsSignedIn();
  const { href } = useLocation();
  const orders = market.my?.orders ?? [];
  const contracts = market.my?.contracts ?? [];
  return (
    <Card
      title={i18n._("Your contracts and orders")}
      actions={isSignedIn && <PageLink to="/personal/pre-market">{i18n._("In all pre-markets")}</PageLink>}
    >
      {isSignedIn ? (
        <Tabs
          label={i18n._("Your contracts and orders")}
          tabs={[
            {
              value: "contracts",
              label: i18n._("Contracts"),
              count: contracts.length,
              content: <ContractTable contracts={contracts} empty={<NoContracts />} />,
            },
            {
              value: "orders",
              label: i18n._("Orders"),
              count: orders.length,
              content: <OrderTable orders={orders} empty={<NoOrders />} />,
            },
          ]}
        />
      ) : (
        <SignInState href={loginHref(href)} />
      )}
    </Card>
  );
}

export function NoContracts() {
  return (
    <EmptyState icon="file-text" title={i18n._("No contracts yet")}>
      {i18n._("When one of your orders fills, its contract appears here.")}
    </EmptyState>
  );
}

export function NoOrders() {
  return (
    <EmptyState icon="list-ordered" title={i18n._("No orders yet")}>
      {i18n._("Your pre-market orders appear here.")}
    </EmptyState>
  );
}
