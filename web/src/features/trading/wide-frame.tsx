import { i18n } from "@lingui/core";
import { type ReactNode, useRef } from "react";
import { type Panel, type TradingLayout, withSize } from "./layout-model";
import { ResizeHandle } from "./resize-handle";

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

/** All panels at once; they fill the window exactly, and each scrolls by itself. */
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
            className="relative flex min-h-0 min-w-0 flex-col border-line border-l bg-deep"
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
        <div ref={refs.form} className="relative min-h-0 min-w-0 border-line border-l bg-deep">
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
