import { type ComponentType, useEffect, useState } from "react";
import { useWaitingToasts } from "./toast";

/** Mounted from the start; the view and its library are loaded with the first toast. */
export function LazyToaster() {
  const waitingCount = useWaitingToasts().length;
  const [View, setView] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (waitingCount === 0 || View) return;
    // A failure must not break the page; the next toast retries.
    import("./toaster").then(
      (loaded) => setView(() => loaded.Toaster),
      () => undefined,
    );
  }, [waitingCount, View]);

  return View ? <View /> : null;
}
