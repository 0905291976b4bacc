import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, type ReactNode, useMemo, useState } from "react";
import { classNames } from "@/lib/class-names";
import { type SortDirection, sortRows } from "@/lib/sort-rows";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { LIST_TABLE_LAYOUTS } from "./list-table-layouts";
import { NativeSelect } from "./native-select";
import { sortHeads } from "./sort-head";
import { Table, type TableProps } from "./table";
import type { TableColumn, TableSort } from "./table-column";

interface ListTableProps<Row> extends Pick<TableProps<Row>, "caption" | "columns" | "rows" | "rowKey"> {
  defaultSort?: TableSort | undefined;
  /** The URL a row links to. */
  rowLink?: ((row: Row) => string) | undefined;
  /** Called when a row without a link is pressed. */
  onRowSelect?: ((row: Row) => void) | undefined;
  /** A sentence, or an EmptyState with a next step. */
  empty?: ReactNode;
  /** How wide the columns are together: wider tables become cards earlier. */
  width?: keyof typeof LIST_TABLE_LAYOUTS | undefined;
  /** A CSS length such as `24rem`: a longer table scrolls inside it, below a sticky header. */
  maxHeight?: string | undefined;
}

/** A table that sorts its rows and can open them; rows become cards where there is no room. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, columns, rows, rowKey, defaultSort, empty, width = "some", maxHeight } = props;
  const layout = LIST_TABLE_LAYOUTS[width];
  const [sort, setSort] = useState(defaultSort);
  const sorted = useMemo(() => {
    const sortBy = columns.find((column) => column.key === sort?.key)?.sortBy;
    return sort && sortBy ? sortRows(rows, sortBy, sort.direction) : rows;
  }, [rows, columns, sort]);

  if (rows.length === 0) return <EmptyTable>{empty}</EmptyTable>;
  return (
    <div className="@container min-w-0">
      <SortPicker columns={columns} sort={sort} onSort={setSort} className={layout.sortPicker} />
      <div
        {...(maxHeight === undefined ? {} : scrollRegion(caption, maxHeight))}
        className={classNames(layout.frame, maxHeight !== undefined && `[--sticky-top:0px] ${layout.scroll}`)}
      >
        <Table
          caption={caption}
          columns={withOpener(props)}
          rows={sorted}
          rowKey={rowKey}
          layout={layout}
          renderHead={sortHeads(sort, setSort)}
        />
      </div>
    </div>
  );
}

// A tab stop, so that the region can be scrolled by keyboard.
function scrollRegion(label: string, maxHeight: string) {
  const style: CSSProperties & Record<"--table-height", string> = { "--table-height": maxHeight };
  return { role: "region", "aria-label": label, tabIndex: 0, style };
}

function EmptyTable({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-deep">
      {children === undefined || typeof children === "string" ? (
        <EmptyState title={children ?? i18n._("Nothing here yet.")} />
      ) : (
        children
      )}
    </div>
  );
}

// The first cell's link or button covers the whole row; other controls of the row are above it.
const COVERS_ROW = "rounded-control text-start after:absolute after:inset-0 after:content-['']";
// A checkbox or switch has a place in its own box already.
const ABOVE_COVER =
  "[&_:is(a,button,input:not([type=checkbox]),label)]:relative [&_:is(a,button,input,label)]:z-1";

/** The columns, the first of which opens the row. */
function withOpener<Row>({ columns, rowLink, onRowSelect }: ListTableProps<Row>): TableColumn<Row>[] {
  return columns.map((column, index) => {
    if (index > 0) return { ...column, className: classNames(ABOVE_COVER, column.className) };
    if (rowLink) {
      const cell = (row: Row) => (
        <Link to={rowLink(row)} className={COVERS_ROW}>
          {column.cell(row)}
        </Link>
      );
      return { ...column, cell };
    }
    if (onRowSelect) {
      const cell = (row: Row) => (
        <button type="button" className={COVERS_ROW} onClick={() => onRowSelect(row)}>
          {column.cell(row)}
        </button>
      );
      return { ...column, cell };
    }
    return column;
  });
}

interface SortPickerProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  className: string;
}

/** The sort control where rows are cards without a header. */
function SortPicker<Row>({ columns, sort, onSort, className }: SortPickerProps<Row>) {
  const sortable = columns.filter((column) => column.sortBy);
  if (sortable.length === 0) return null;

  const orderId = ({ direction, key }: TableSort) => `${direction}:${key}`;
  const orders = sortable.flatMap((column) =>
    (["ascending", "descending"] as const).map((direction) => {
      const order = { key: column.key, direction };
      return { order, value: orderId(order), label: describe(column, direction) };
    }),
  );
  return (
    <Field isInline label={i18n._("Sort by")} className={classNames("mb-3", className)}>
      <NativeSelect
        size="normal"
        options={[{ value: "", label: i18n._("Default order") }, ...orders]}
        value={sort ? orderId(sort) : ""}
        onChange={(value) => onSort(orders.find((each) => each.value === value)?.order)}
      />
    </Field>
  );
}

function describe<Row>({ header, align }: TableColumn<Row>, direction: SortDirection): string {
  if (align === "end") {
    return direction === "ascending"
      ? i18n._("{header}, lowest first", { header })
      : i18n._("{header}, highest first", { header });
  }
  return direction === "ascending"
    ? i18n._("{header}, from A to Z", { header })
    : i18n._("{header}, from Z to A", { header });
}
