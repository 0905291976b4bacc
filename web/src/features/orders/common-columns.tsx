import { i18n } from "@lingui/core";
import type { TableColumn } from "@/design/table-column";
import type { Order, OrderSide } from "./api";
import { FilledCell, PairCell, TimeCell, TypeCell } from "./order-cells";
import { sideName } from "./texts";

type Common = { symbol: string; created_at: number; side: OrderSide };

/** The first columns of every list of orders and trades: pair, time and side. */
export function commonColumns<Row extends Common>({ hasPair }: { hasPair: boolean }): TableColumn<Row>[] {
  const pair: TableColumn<Row> = {
    key: "pair",
    header: i18n._("Pair"),
    track: "minmax(0,6.5rem)",
    cell: ({ symbol }) => <PairCell symbol={symbol} />,
  };
  return [
    ...(hasPair ? [pair] : []),
    {
      key: "time",
      header: i18n._("Time"),
      track: "7.75rem",
      cell: ({ created_at }) => <TimeCell at={created_at} />,
    },
    { key: "side", header: i18n._("Side"), track: "2.5rem", cell: ({ side }) => <SideText side={side} /> },
  ];
}

/** The first columns of every list of orders: the common ones and the type. */
export const orderColumns = (options: { hasPair: boolean }): TableColumn<Order>[] => [
  ...commonColumns<Order>(options),
  {
    key: "type",
    header: i18n._("Type"),
    track: "minmax(0,1.35fr)",
    cell: (order) => <TypeCell order={order} />,
  },
];

export const filledColumn = (): TableColumn<Order> => ({
  key: "filled",
  header: i18n._("Filled"),
  align: "end",
  track: "6.25rem",
  cell: (order) => <FilledCell order={order} />,
});

/** The side as text; the colour is redundant. */
function SideText({ side }: { side: OrderSide }) {
  return <span className={side === "buy" ? "text-buy" : "text-sell"}>{sideName(side)}</span>;
}
