import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react";

export type RenderRow = (index: number, rowRef?: Ref<HTMLTableRowElement>) => ReactNode;

interface VirtualRowsProps {
  count: number;
  renderRow: RenderRow;
}

const LIKELY_HEIGHT = 40;
const AHEAD = 12;

type Place = {
  /** The scroll container; null for the page. */
  scroller: HTMLElement | null;
  /** The offset of the rows from the scroller's top. */
  margin: number;
};

/** Virtualised rows, in a scrolling panel or in the page. */
export function VirtualRows(props: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState<Place | null>(null);

  useLayoutEffect(() => {
    if (!body.current) return;
    const scroller = findScroller(body.current.parentElement);
    const { top } = body.current.getBoundingClientRect();
    const margin = scroller
      ? top - scroller.getBoundingClientRect().top + scroller.scrollTop
      : top + window.scrollY;
    setPlace({ scroller, margin });
  }, []);

  if (place === null) return <tbody ref={body} className="block" />;
  return place.scroller ? (
    <PanelRows {...props} margin={place.margin} scroller={place.scroller} />
  ) : (
    <PageRows {...props} margin={place.margin} />
  );
}

type PlacedProps = VirtualRowsProps & { margin: number };

function PanelRows({ scroller, margin, count, renderRow }: PlacedProps & { scroller: HTMLElement }) {
  const rows = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => LIKELY_HEIGHT,
    overscan: AHEAD,
    scrollMargin: margin,
  });
  return <Rows rows={rows} renderRow={renderRow} />;
}

function PageRows({ margin, count, renderRow }: PlacedProps) {
  const rows = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => LIKELY_HEIGHT,
    overscan: AHEAD,
    scrollMargin: margin,
  });
  return <Rows rows={rows} renderRow={renderRow} />;
}

type RowsProps<Scroller extends Element | Window> = {
  rows: Virtualizer<Scroller, HTMLTableRowElement>;
  renderRow: RenderRow;
};

function Rows<Scroller extends Element | Window>({ rows, renderRow }: RowsProps<Scroller>) {
  const items = rows.getVirtualItems();
  const { scrollMargin } = rows.options;
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <tbody className="block" style={{ paddingTop: before, paddingBottom: after }}>
      {items.map(({ index }) => renderRow(index, rows.measureElement))}
    </tbody>
  );
}

function findScroller(element: HTMLElement | null): HTMLElement | null {
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    const { overflowY } = getComputedStyle(each);
    if (overflowY === "auto" || overflowY === "scroll") return each;
  }
  return null;
}
