import type { ReactNode } from "react";

export interface DenseColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * A track of the grid, such as `7rem` or `minmax(0,1fr)`; the same in every row, so no content may widen it.
   * Without one it stands below the row, in the rows that have something to say there.
   */
  track?: string | undefined;
  /** `end` for figures. */
  align?: "end" | undefined;
  /** Keeps its distance from figures that end where it begins. */
  isInset?: boolean | undefined;
  /** Keeps the header for those who listen only, as above a column of buttons. */
  hideHeader?: boolean | undefined;
  /** Takes a whole line where rows are cards. */
  isWide?: boolean | undefined;
  /** Whether a row has nothing to say here; a card leaves it out. */
  isEmpty?: ((row: Row) => boolean) | undefined;
}
