import { type ComponentType, useEffect, useState } from "react";
import { useWaitingToasts } from "./toast";

/** Stands in the page from the start; the view and its library arrive with the first toast. */
export function LazyToaster() {
  const waitingCount = useWaitingToasts().length;
  const [View, setView] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (waitingCount === 0 || View) return;
    // A message that cannot be shown must not take the page down; the next one tries again.
    import("./toaster").then(
      (loaded) => setView(() => loaded.Toaster),
      () => undefined,
    );
  }, [waitingCount, View]);

  return View ? <View /> : null;
}
