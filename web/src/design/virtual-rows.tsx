import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react";

interface VirtualRowsProps {
  rows: readonly unknown[];
  /** The row has to take the ref, and the index as `data-index`, to be measured. */
  renderRow(row: unknown, index: number, rowRef: Ref<HTMLTableRowElement>): ReactNode;
  /** The likely height of a row in pixels. */
  rowHeight: number;
  /** For the table body. */
  className?: string | undefined;
  /** What is shown if this part cannot be loaded. */
  first: ReactNode;
}

const OVERSCAN = 12;

type Position = {
  /** The scroll container; null for the page. */
  scroller: HTMLElement | null;
  /** The offset of the rows from the scroller's top. */
  margin: number;
};

/** Virtualised rows, in a scrolling panel or in the page. */
export function VirtualRows(props: VirtualRowsProps) {
  const start = useRef<HTMLTableSectionElement>(null);
  const [position, setPosition] = useState<Position | null>(null);

  useLayoutEffect(() => {
    const scroller = findScroller(start.current?.parentElement ?? null);
    function measure() {
      if (!start.current) return;
      const { top } = start.current.getBoundingClientRect();
      const margin = Math.round(
        scroller ? top - scroller.getBoundingClientRect().top + scroller.scrollTop : top + window.scrollY,
      );
      setPosition((known) => (known?.margin === margin ? known : { scroller, margin }));
    }
    // The offset changes when content above grows.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <tbody ref={start} aria-hidden="true" />
      {position?.scroller && <PanelRows {...props} margin={position.margin} scroller={position.scroller} />}
      {position?.scroller === null && <PageRows {...props} margin={position.margin} />}
    </>
  );
}

type PlacedProps = VirtualRowsProps & { margin: number };

function PanelRows(props: PlacedProps & { scroller: HTMLElement }) {
  const { scroller, margin, rowHeight, ...shown } = props;
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: shown.rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  return <Rows virtual={virtual} {...shown} />;
}

function PageRows({ margin, rowHeight, ...shown }: PlacedProps) {
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: shown.rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  return <Rows virtual={virtual} {...shown} />;
}

type RowsProps<Scroller extends Element | Window> = Pick<
  VirtualRowsProps,
  "rows" | "className" | "renderRow"
> & { virtual: Virtualizer<Scroller, HTMLTableRowElement> };

function Rows<Scroller extends Element | Window>(props: RowsProps<Scroller>) {
  const { virtual, rows, renderRow, className } = props;
  const items = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <>
      <Spacer height={before} />
      <tbody className={className}>
        {items.map(
          ({ index }) => index < rows.length && renderRow(rows[index], index, virtual.measureElement),
        )}
      </tbody>
      <Spacer height={after} />
    </>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td style={{ height }} />
      </tr>
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
