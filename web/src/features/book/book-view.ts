import { persisted } from "@/lib/persisted";

export const BOOK_SHAPES = ["both", "bids", "asks"] as const;
export type BookShape = (typeof BOOK_SHAPES)[number];

/** Which sides are shown, and by pair the grouping of prices. */
type BookView = { shape: BookShape; steps: Readonly<Record<string, string>> };

/** How the book is shown: stored in this browser. */
export const useBookView = persisted<BookView>("cw:book", parseView, "browser");

export function setBookShape(shape: BookShape): void {
  useBookView.setState({ shape });
}

export function setBookStep(symbol: string, step: string): void {
  useBookView.setState(({ steps }) => ({ steps: { ...steps, [symbol]: step } }));
}

function parseView(stored: unknown): BookView {
  const { shape, steps } = Object(stored) as Record<string, unknown>;
  const known = Object.entries(Object(steps)).filter(
    (step): step is [string, string] => typeof step[1] === "string",
  );
  return { shape: BOOK_SHAPES.find((each) => each === shape) ?? "both", steps: Object.fromEntries(known) };
}
