type Connection = EventTarget & { effectiveType?: string; saveData?: boolean };

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}

/** How links fetch the page behind them: on intent, or not at all where every byte counts. */
export function prefetchMode(): "intent" | false {
  const { effectiveType, saveData } = connection() ?? {};
  return saveData || effectiveType === "slow-2g" || effectiveType === "2g" ? false : "intent";
}

/** A phone changes networks on the way. */
export function watchPrefetchMode(onChange: (mode: "intent" | false) => void): void {
  connection()?.addEventListener("change", () => onChange(prefetchMode()));
}
