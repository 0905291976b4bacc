import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pairsQuery } from "@/api/pairs";
import { CsvExport } from "@/design/csv-export";
import { PageSection } from "@/design/page-section";
import { Tabs } from "@/design/tabs";
import { openOrdersQuery } from "@/features/orders/api";
import { CancelAllButton } from "@/features/orders/cancel-all-button";
import { fillsCsv, historyCsv } from "@/features/orders/csv";
import { FillsTable } from "@/features/orders/fills-table";
import { OpenOrdersTable } from "@/features/orders/open-orders-table";
import { type FilterPart, OrderFilterForm, useOrderFilter } from "@/features/orders/order-filter";
import { OrderHistoryTable } from "@/features/orders/order-history-table";
import { TradeLink } from "@/features/orders/trade-link";

const TABS = ["open", "history", "trades"] as const;

export function OrdersPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = useOrderFilter();
  const open = useQuery(openOrdersQuery());
  const { symbol, side, type, status, from, to, order } = filter;

  return (
    <PageSection level={1} title={i18n._("Orders")}>
      <Tabs
        label={i18n._("Orders and trades")}
        value={TABS.find((tab) => tab === search.tab) ?? "open"}
        onChange={(tab) =>
          void navigate({
            to: ".",
            search: (known: Record<string, unknown>) => ({ ...known, tab: tab === "open" ? undefined : tab }),
          })
        }
        tabs={[
          {
            value: "open",
            label: i18n._("Open"),
            count: open.data?.length,
            content: (
              <List
                parts={["symbol", "side", "type"]}
                action={<CancelAllButton filter={{ symbol, side, type }} />}
              >
                <OpenOrdersTable filter={{ symbol, side, type }} emptyAction={<TradeLink />} />
              </List>
            ),
          },
          {
            value: "history",
            label: i18n._("History"),
            content: (
              <List
                parts={["symbol", "side", "type", "status", "days"]}
                action={
                  <CsvExport name="orders" load={historyCsv({ symbol, side, type, status, from, to })} />
                }
              >
                <OrderHistoryTable
                  filter={{ symbol, side, type, status, from, to }}
                  emptyAction={<TradeLink />}
                />
              </List>
            ),
          },
          {
            value: "trades",
            label: i18n._("Trades"),
            content: (
              <List
                parts={["symbol", "side", "days", "order"]}
                action={<CsvExport name="trades" load={fillsCsv({ symbol, side, from, to, order })} />}
              >
                <FillsTable filter={{ symbol, side, from, to, order }} emptyAction={<TradeLink />} />
              </List>
            ),
          },
        ]}
      />
    </PageSection>
  );
}

interface ListProps {
  parts: readonly FilterPart[];
  action: ReactNode;
  children: ReactNode;
}

function List({ parts, action, children }: ListProps) {
  const { data: pairs = [] } = useQuery(pairsQuery);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <OrderFilterForm parts={parts} symbols={pairs.map(({ symbol }) => symbol)} />
        {action}
      </div>
      <div className="@container">
        <div className="[--card-inset:0px] @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-deep">
          {children}
        </div>
      </div>
    </>
  );
}
