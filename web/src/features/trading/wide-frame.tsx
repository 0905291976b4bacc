import { i18n } from "@lingui/core";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "@/lib/class-names";
import { LIMITS, type Panel, type TradingLayout, withSize } from "./layout-model";

type ResizeHandleProps = {
  panel: Panel;
  label: string;
  /** The panel whose start edge the handle is at. */
  target: RefObject<HTMLElement | null>;
  onResize: (panel: Panel, size: number | null) => void;
};

const STEP = 16;

/** The resize handle of a panel: dragged, or moved by arrow keys; a double click or Enter resets the size. */
function ResizeHandle({ panel, label, target, onResize }: ResizeHandleProps) {
  const isRow = panel === "bottom" || panel === "tape";
  const drag = useRef<{ from: number; size: number } | null>(null);
  const size = useSizeOf(target, isRow);
  const { least, most } = LIMITS[panel];
  const isMirrored = document.dir === "rtl";
  const at = (event: PointerEvent) => (isRow ? event.clientY : isMirrored ? -event.clientX : event.clientX);

  function begin(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: at(event), size };
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (drag.current) onResize(panel, drag.current.size + drag.current.from - at(event));
  }

  function press(event: KeyboardEvent) {
    const [more, less] = isRow
      ? ["ArrowUp", "ArrowDown"]
      : isMirrored
        ? ["ArrowRight", "ArrowLeft"]
        : ["ArrowLeft", "ArrowRight"];
    const wanted: Record<string, number | null> = {
      [more]: size + STEP,
      [less]: size - STEP,
      Home: least,
      End: most,
      Enter: null,
    };
    const next = wanted[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(panel, next);
  }

  return (
    <hr
      tabIndex={0}
      aria-label={label}
      aria-orientation={isRow ? "horizontal" : "vertical"}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size}
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={() => {
        drag.current = null;
      }}
      onKeyDown={press}
      onDoubleClick={() => onResize(panel, null)}
      className={classNames(
        "absolute z-2 m-0 touch-none border-0 bg-clip-content outline-none transition-colors hover:bg-line-strong focus-visible:bg-accent active:bg-accent",
        isRow
          ? "inset-x-0 -top-1 h-2 cursor-row-resize py-[3px]"
          : "inset-y-0 -start-1 h-auto w-2 cursor-col-resize px-[3px]",
      )}
    />
  );
}

/** The current size of the panel. */
function useSizeOf(target: RefObject<HTMLElement | null>, isRow: boolean): number {
  const [size, setSize] = useState(0);
  useEffect(() => {
    if (!target.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.target.getBoundingClientRect();
      if (box) setSize(Math.round(isRow ? box.height : box.width));
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, isRow]);
  return size;
}

export type TradingParts = {
  chart: ReactNode;
  book: ReactNode;
  tape: ReactNode;
  form: ReactNode;
  bottom: ReactNode;
};

type WideFrameProps = TradingParts & {
  layout: TradingLayout;
  onChange: (change: (layout: TradingLayout) => TradingLayout) => void;
};

const px = (size: number | null, otherwise: string) => (size === null ? otherwise : `${size}px`);

/** All panels side by side; they fill the window exactly, and each scrolls by itself. */
export function WideFrame({ layout, onChange, chart, book, tape, form, bottom }: WideFrameProps) {
  const { sizes, hidden } = layout;
  const [hasBook, hasTape] = [!hidden.includes("book"), !hidden.includes("tape")];
  const hasBottom = !hidden.includes("bottom");
  const refs = {
    book: useRef<HTMLDivElement>(null),
    tape: useRef<HTMLDivElement>(null),
    form: useRef<HTMLDivElement>(null),
    bottom: useRef<HTMLDivElement>(null),
  };
  const resize = (panel: Panel, size: number | null) => onChange((known) => withSize(known, panel, size));
  const handle = (panel: Panel, label: string) => (
    <ResizeHandle panel={panel} label={label} target={refs[panel]} onResize={resize} />
  );
  const columns = [
    "minmax(0,1fr)",
    ...(hasBook || hasTape ? [px(sizes.book, "clamp(264px,19vw,360px)")] : []),
    px(sizes.form, "clamp(288px,20vw,360px)"),
  ];

  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="grid min-h-0 grow" style={{ gridTemplateColumns: columns.join(" ") }}>
        {/* A separate stacking context, so that its layers do not cover the edges of panels. */}
        <div className="isolate min-h-0 min-w-0 bg-deep">{chart}</div>
        {(hasBook || hasTape) && (
          <div
            ref={refs.book}
            className="relative flex min-h-0 min-w-0 flex-col border-line border-s bg-deep"
          >
            {handle("book", i18n._("Order book width"))}
            {hasBook && <div className="min-h-0 grow">{book}</div>}
            {hasTape && (
              <div
                ref={refs.tape}
                style={hasBook ? { height: px(sizes.tape, "31%") } : { flexGrow: 1 }}
                className="relative min-h-0 shrink-0 border-line not-first:border-t"
              >
                {hasBook && handle("tape", i18n._("Trades height"))}
                {tape}
              </div>
            )}
          </div>
        )}
        <div ref={refs.form} className="relative min-h-0 min-w-0 border-line border-s bg-deep">
          {handle("form", i18n._("Order form width"))}
          <div className="h-full overflow-y-auto overscroll-contain p-3 [scrollbar-width:thin]">{form}</div>
        </div>
      </div>
      {hasBottom && (
        <div
          ref={refs.bottom}
          style={{ height: px(sizes.bottom, "clamp(168px,25dvh,320px)") }}
          className="relative min-h-0 max-h-[60dvh] shrink-0 border-line border-t bg-deep"
        >
          {handle("bottom", i18n._("Orders height"))}
          {bottom}
        </div>
      )}
    </div>
  );
}

/** Medium screens: the page scrolls, and the form is beside the book. */
export function MiddleFrame({ chart, book, tape, form, bottom }: TradingParts) {
  return (
    <div className="grid grid-cols-2 gap-px bg-line lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(18rem,1fr)]">
      <div className="col-span-full h-[26rem] bg-deep lg:h-[30rem]">{chart}</div>
      <div className="h-[32rem] bg-deep">{book}</div>
      <div className="bg-deep p-3 max-lg:row-span-2 lg:order-last">{form}</div>
      <div className="h-80 bg-deep lg:h-[32rem]">{tape}</div>
      <div className="col-span-full min-h-64 bg-deep lg:order-last">{bottom}</div>
    </div>
  );
}
