import type { ReactNode } from "react";
import type { SortDirection, SortValue } from "@/lib/sort-rows";

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: "start" | "end" | undefined;
  /** Makes the column sortable by this value. */
  sortBy?: ((row: Row) => SortValue) | undefined;
  /** Hides the header visually, as above a column of buttons. */
  hideHeader?: boolean | undefined;
}

export interface TableSort {
  key: string;
  direction: SortDirection;
}
