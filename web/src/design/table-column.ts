import type { ReactNode } from "react";
import type { SortDirection, SortValue } from "@/lib/sort-rows";

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: "end" | undefined;
  /** Makes the column sortable by this value. */
  sortBy?: ((row: Row) => SortValue) | undefined;
  /** Hides the header visually, as above a column of buttons. */
  hideHeader?: true;
  /** Classes of the header and of every cell, such as a width. */
  className?: string | undefined;
  /**
   * A grid track, such as `7rem` or `minmax(0,1fr)`, for layouts whose rows are grids; the same in every row, so
   * it must not depend on content.
   */
  track?: string | undefined;
  /** Whether the cell is empty; a card leaves it out. */
  isEmpty?: ((row: Row) => boolean) | undefined;
  /** Puts the cell below the row, in rows where it is not empty; for layouts whose rows are grids. */
  isBelow?: true;
}

export interface TableSort {
  key: string;
  direction: SortDirection;
}

/** The classes of each part of a table. */
export interface TableLayout {
  table: string;
  /** Has the alignment of headers. */
  head: string;
  headRow?: string;
  headCell: string;
  body?: string;
  row: string;
  cell: string;
  /** Cells and headers that are aligned to the end. */
  end: string;
  /** Cells that show their header from `data-label`. */
  label?: string;
  /** Empty cells. */
  empty?: string;
}
