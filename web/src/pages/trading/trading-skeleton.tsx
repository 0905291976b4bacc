import { Skeleton } from "@/design/skeleton";

/** The placeholder of the trading screen. */
export function TradingSkeleton() {
  return (
    <div className="grid min-h-dvh grid-rows-[3.5rem_minmax(0,1fr)] gap-px bg-line xl:min-h-0 xl:h-[calc(100dvh-3rem)]">
      <div className="flex items-center gap-6 bg-abyss px-4">
        <Skeleton shape="block" className="h-7 w-36" />
        <Skeleton shape="block" className="h-6 w-24" />
      </div>
      <div className="grid gap-px xl:grid-cols-[minmax(0,1fr)_18rem_19rem]">
        <div className="bg-deep p-4">
          <Skeleton shape="block" className="h-96 w-full" />
        </div>
        <div className="hidden bg-deep p-4 xl:block">
          <Skeleton shape="text" lines={16} />
        </div>
        <div className="hidden bg-deep p-4 xl:block">
          <Skeleton shape="text" lines={10} />
        </div>
      </div>
    </div>
  );
}
