import type { ReactNode } from "react";

export interface DenseColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * A grid track, such as `7rem` or `minmax(0,1fr)`; the same in every row, so it must not depend on content.
   * Without one the cell is below the row, in rows where it is not empty.
   */
  track?: string | undefined;
  /** `end` for numbers. */
  align?: "end" | undefined;
  /** Adds space after a right-aligned column. */
  isInset?: boolean | undefined;
  /** Hides the header visually, as above a column of buttons. */
  hideHeader?: boolean | undefined;
  /** Takes a whole line where rows are cards. */
  isWide?: boolean | undefined;
  /** Whether the cell is empty; a card leaves it out. */
  isEmpty?: ((row: Row) => boolean) | undefined;
}
