import { i18n } from "@lingui/core";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Most pages are there sooner; a line for those would only flicker. */
const PATIENCE_MS = 300;

/** Whether the next page takes so long that the wait needs to be shown. */
export function useIsSlow(): boolean {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(setIsSlow, PATIENCE_MS, true);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);

  return isLoading && isSlow;
}

/** Grows towards an end that is not known; where motion is unwanted it just stands there. */
export function LoadingLine() {
  return (
    // Outside every landmark only what is announced can be found.
    <div role="status">
      <div
        role="progressbar"
        aria-label={i18n._("Loading the page")}
        className="pointer-events-none fixed inset-x-0 top-0 z-(--layer-toast) h-0.5"
      >
        <div className="h-full origin-left scale-x-90 bg-accent transition-[scale] duration-[8s] starting:scale-x-0 motion-reduce:transition-none" />
      </div>
    </div>
  );
}
