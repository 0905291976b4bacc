import { classNames } from "@/lib/class-names";

type SkeletonProps =
  | { shape: "text"; lines?: number | undefined }
  | { shape: "block"; className?: string | undefined }
  | { shape: "table"; rows?: number | undefined; columns?: number | undefined }
  | { shape: "card" };

/** A placeholder with the shape of the content. Decorative: announce the loading state separately. */
export function Skeleton(props: SkeletonProps) {
  return (
    <div aria-hidden="true" className="motion-safe:animate-pulse">
      <Shape {...props} />
    </div>
  );
}

function Shape(props: SkeletonProps) {
  switch (props.shape) {
    case "text":
      return <Lines count={props.lines ?? 3} />;
    case "block":
      return <Bar className={props.className ?? "h-24 w-full"} />;
    case "table":
      return <Rows rows={props.rows ?? 5} columns={props.columns ?? 4} />;
    case "card":
      return (
        <div className="rounded-card border border-line bg-deep p-4">
          <Bar className="mb-4 h-5 w-1/3" />
          <Bar className="mb-4 h-8 w-1/2" />
          <Lines count={2} />
        </div>
      );
  }
}

function Bar({ className }: { className: string }) {
  return <div className={classNames("rounded-control bg-raised", className)} />;
}

function Lines({ count }: { count: number }) {
  return (
    <div className="space-y-2">
      {range(count).map((line) => (
        <Bar key={line} className={classNames("h-4", line === count - 1 && count > 1 ? "w-2/3" : "w-full")} />
      ))}
    </div>
  );
}

function Rows({ rows, columns }: { rows: number; columns: number }) {
  return (
    <div className="divide-y divide-line">
      {range(rows).map((row) => (
        <div key={row} className="flex items-center gap-6 px-4 py-3.5">
          {range(columns).map((column) => (
            <div
              key={column}
              className={classNames(
                "flex flex-1",
                column > 0 && "justify-end",
                column > 1 && "max-sm:hidden",
              )}
            >
              <Bar className={column === 0 ? "h-4 w-3/4" : "h-4 w-1/2"} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
