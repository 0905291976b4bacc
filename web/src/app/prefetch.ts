type Connection = EventTarget & { effectiveType?: string; saveData?: boolean };

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}

/** How links prefetch their page: on intent, or never on slow connections and with data saving. */
export function prefetchMode(): "intent" | false {
  const { effectiveType, saveData } = connection() ?? {};
  return saveData || effectiveType === "slow-2g" || effectiveType === "2g" ? false : "intent";
}

/** Calls `onChange` when the connection changes. */
export function watchPrefetchMode(onChange: (mode: "intent" | false) => void): void {
  connection()?.addEventListener("change", () => onChange(prefetchMode()));
}
