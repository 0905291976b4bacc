export function SlotMessage({ children }: { children: string }) {
  return (
    <p
      role="status"
      className="flex h-full items-center justify-center px-6 py-10 text-center text-14 text-ink-2"
    >
      {children}
    </p>
  );
}

/** Rows of the height of those to come. */
export function Placeholder({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="divide-y divide-line motion-safe:animate-pulse">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-16 items-center justify-between gap-6 px-4 sm:px-6">
          <span className="h-4 w-32 rounded-control bg-raised" />
          <span className="h-4 w-20 rounded-control bg-raised" />
        </div>
      ))}
    </div>
  );
}
