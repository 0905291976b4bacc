import type { TradingParts } from "./wide-frame";

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
