import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import { HashText } from "@/design/hash-text";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { type Conversion, conversionListQuery } from "./api";
import { rateText } from "./convert-terms";

/** The client's conversions, newest first. */
export function ConversionList() {
  const columns = conversionColumns();
  return (
    <PagedList
      query={useInfiniteQuery(conversionListQuery)}
      skeleton={<Skeleton shape="table" rows={3} columns={columns.length} />}
    >
      {(rows) => (
        <ListTable
          caption={i18n._("Your conversions, newest first")}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="arrow-left-right" title={i18n._("No conversions yet")}>
              {i18n._("Your conversions appear here, with the rate and fee of each.")}
            </EmptyState>
          }
        />
      )}
    </PagedList>
  );
}

function conversionColumns(): TableColumn<Conversion>[] {
  return [
    {
      key: "date",
      header: i18n._("Date"),
      cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>,
    },
    {
      key: "paid",
      header: i18n._("Paid"),
      align: "end",
      cell: ({ from_amount, from }) => <Money amount={from_amount} coin={from} />,
    },
    {
      key: "received",
      header: i18n._("Received"),
      align: "end",
      cell: ({ to_amount, to }) => <Money amount={to_amount} coin={to} />,
    },
    {
      key: "rate",
      header: i18n._("Rate"),
      align: "end",
      cell: ({ from, to, rate }) => <span className="tabular-nums">{rateText("=", from, to, rate)}</span>,
    },
    {
      key: "fee",
      header: i18n._("Fee"),
      align: "end",
      cell: ({ fee, fee_coin }) => <Money amount={fee} coin={fee_coin} />,
    },
    {
      key: "reference",
      header: i18n._("Reference"),
      cell: ({ id }) => <HashText text={id} copyLabel={i18n._("Copy reference")} />,
    },
  ];
}
