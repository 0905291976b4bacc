import { type ComponentType, useEffect, useState } from "react";
import { useRefusedLevel } from "@/session/restricted";

/** Mounted from the start; the modal and its library are loaded with the first rejection. */
export function LazyRestricted() {
  const isRefused = useRefusedLevel() !== null;
  const [View, setView] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isRefused || View) return;
    // A failure must not break the page; the next rejection retries.
    import("./restricted-modal").then(
      (loaded) => setView(() => loaded.RestrictedModal),
      () => undefined,
    );
  }, [isRefused, View]);

  return View ? <View /> : null;
}
