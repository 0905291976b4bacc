import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import type { TableClasses } from "./table-class";
import type { TableColumn } from "./table-column";

interface TableRowProps<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  link: string | undefined;
  onSelect: ((row: Row) => void) | undefined;
  classes: TableClasses;
}

// The first cell's link or button covers the whole row; other controls of the row are above it.
const COVERS_ROW = "rounded-control text-left after:absolute after:inset-0 after:content-['']";
const ABOVE_COVER = "[&_:is(a,button,input,label)]:relative [&_:is(a,button,input,label)]:z-1";

export function TableRow<Row>({ row, columns, link, onSelect, classes }: TableRowProps<Row>) {
  return (
    <tr className={classNames("relative transition-colors hover:bg-shelf", classes.row)}>
      {columns.map((column, index) => {
        const isFirst = index === 0;
        const content = column.cell(row);
        return (
          <td
            key={column.key}
            data-label={column.header}
            className={classNames(
              "align-middle text-14 text-ink",
              column.align === "end" ? "text-right" : "text-left",
              isFirst ? "font-medium" : ABOVE_COVER,
              classes.cell,
              isFirst && classes.firstCell,
              !isFirst && !column.hideHeader && classes.label,
            )}
          >
            {isFirst ? <Opener {...{ row, link, onSelect }}>{content}</Opener> : content}
          </td>
        );
      })}
    </tr>
  );
}

interface OpenerProps<Row> {
  row: Row;
  link: string | undefined;
  onSelect: ((row: Row) => void) | undefined;
  children: ReactNode;
}

function Opener<Row>({ row, link, onSelect, children }: OpenerProps<Row>) {
  if (link !== undefined) {
    return (
      <Link to={link} className={COVERS_ROW}>
        {children}
      </Link>
    );
  }
  if (onSelect) {
    return (
      <button type="button" className={COVERS_ROW} onClick={() => onSelect(row)}>
        {children}
      </button>
    );
  }
  return children;
}
