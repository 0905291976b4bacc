import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { editColumn } from "@/design/list-columns";
import { ListTable } from "@/design/list-table";
import { Money } from "@/design/money";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { formatCount, formatRate } from "@/lib/format-number";
import type { Product } from "./api";

interface ProductTableProps {
  products: readonly Product[];
  /** Null for operators who may only look. */
  onEdit: ((product: Product) => void) | null;
}

export function ProductTable({ products, onEdit }: ProductTableProps) {
  return (
    <ListTable
      caption={i18n._("Earn products")}
      columns={columns(onEdit)}
      rows={products}
      rowKey={({ id }) => id}
      width="many"
      empty={
        <EmptyState icon="sprout" title={i18n._("No products yet")}>
          {i18n._("Create one, then fund the treasury that pays its interest.")}
        </EmptyState>
      }
    />
  );
}

function columns(onEdit: ProductTableProps["onEdit"]): TableColumn<Product>[] {
  const shown: TableColumn<Product>[] = [
    {
      key: "product",
      header: i18n._("Product"),
      cell: (product) => <Name product={product} />,
      sortBy: ({ id }) => id,
    },
    { key: "rate", header: i18n._("APR"), align: "end", cell: (product) => <Rates product={product} /> },
    {
      key: "bounds",
      header: i18n._("Per client"),
      align: "end",
      cell: ({ min, max, coin }) => (
        <span className="inline-flex flex-col items-end">
          <Money amount={min} coin={coin} />
          <span className="text-12 text-ink-2">
            {i18n._("to")} <Money amount={max} coin={coin} />
          </span>
        </span>
      ),
    },
    {
      key: "subscribed",
      header: i18n._("Subscribed"),
      align: "end",
      cell: ({ subscribed, quota, coin }) => (
        <span className="inline-flex flex-col items-end">
          <Money amount={subscribed} coin={coin} />
          <span className="text-12 text-ink-2">
            {i18n._("of")} <Money amount={quota} coin={coin} />
          </span>
        </span>
      ),
    },
    {
      key: "positions",
      header: i18n._("Positions"),
      align: "end",
      cell: ({ positions }) => formatCount(positions),
    },
    {
      key: "owed",
      header: i18n._("Owed"),
      align: "end",
      cell: ({ owed, coin }) => <Money amount={owed} coin={coin} />,
    },
    { key: "state", header: i18n._("Subscriptions"), cell: ({ is_open }) => <State isOpen={is_open} /> },
  ];
  return onEdit
    ? [...shown, editColumn(({ id }) => i18n._("Edit {product}", { product: id }), onEdit)]
    : shown;
}

function Name({ product: { id, coin, kind, term_days, source_of_yield } }: { product: Product }) {
  return (
    <span className="flex min-w-0 flex-col">
      {id}
      <span className="font-normal text-12 text-ink-2">
        {kind === "flexible"
          ? i18n._("{coin}, flexible", { coin })
          : i18n._("{coin}, locked for {term}", {
              coin,
              term: i18n._("{days, plural, one {# day} other {# days}}", { days: term_days ?? 0 }),
            })}
      </span>
      <span className="max-w-56 truncate font-normal text-12 text-ink-3" title={source_of_yield}>
        {source_of_yield}
      </span>
    </span>
  );
}

/** The rate that applies, and the one that will. */
function Rates({ product: { apr, next_apr } }: { product: Product }) {
  return (
    <span className="inline-flex flex-col items-end tabular-nums">
      {formatRate(apr)}
      {next_apr && (
        <span className="whitespace-nowrap text-12 text-warn">
          {i18n._("{rate} from {time}", {
            rate: formatRate(next_apr.apr),
            time: formatDateTime(next_apr.from),
          })}
        </span>
      )}
    </span>
  );
}

function State({ isOpen }: { isOpen: boolean }) {
  return (
    <Badge severity={isOpen ? "success" : "neutral"}>{isOpen ? i18n._("Open") : i18n._("Closed")}</Badge>
  );
}
