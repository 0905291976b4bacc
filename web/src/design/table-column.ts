import type { ReactNode } from "react";
import type { SortDirection, SortValue } from "@/lib/sort-rows";

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for figures. */
  align?: "start" | "end" | undefined;
  /** Makes the head a button that sorts by this value. */
  sortBy?: ((row: Row) => SortValue) | undefined;
  /** Keeps the header for those who listen only, as above a column of buttons. */
  hideHeader?: boolean | undefined;
}

export interface TableSort {
  key: string;
  direction: SortDirection;
}
