import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { Tabs } from "@/design/tabs";
import type { ListStatus } from "@/features/premarket/api";
import { ContractList, OrderList } from "@/features/premarket/own-lists";

const TABS = ["contracts", "orders", "past-contracts", "past-orders"] as const;

/** Contracts and orders of all pre-markets. */
export function PersonalPreMarketPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const contracts = (status: ListStatus) => <ContractList key={status} status={status} />;
  const orders = (status: ListStatus) => <OrderList key={status} status={status} />;
  return (
    <PageSection
      level={1}
      title={i18n._("Pre-market")}
      actions={<PageLink to="/pre-market">{i18n._("All pre-markets")}</PageLink>}
    >
      <Tabs
        label={i18n._("Your contracts and orders")}
        value={TABS.find((tab) => tab === search.tab) ?? "contracts"}
        onChange={(tab) => void navigate({ to: ".", search: { tab: tab === "contracts" ? undefined : tab } })}
        tabs={[
          { value: "contracts", label: i18n._("Contracts"), content: contracts("open") },
          { value: "orders", label: i18n._("Open orders"), content: orders("open") },
          { value: "past-contracts", label: i18n._("Past contracts"), content: contracts("ended") },
          { value: "past-orders", label: i18n._("Order history"), content: orders("ended") },
        ]}
      />
    </PageSection>
  );
}
