import { type ComponentType, useEffect, useState } from "react";
import { useRefusedLevel } from "@/session/restricted";

/** Stands in the page from the start; the modal and its library arrive with the first refusal. */
export function LazyRestricted() {
  const isRefused = useRefusedLevel() !== null;
  const [View, setView] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isRefused || View) return;
    // A modal that cannot be loaded must not take the page down; the next refusal tries again.
    import("./restricted-modal").then(
      (loaded) => setView(() => loaded.RestrictedModal),
      () => undefined,
    );
  }, [isRefused, View]);

  return View ? <View /> : null;
}
