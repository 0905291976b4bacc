import { i18n } from "@lingui/core";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Faster navigations show no line, which would only flicker. */
const DELAY_MS = 300;

/** Whether the navigation takes long enough to show progress. */
export function useIsSlow(): boolean {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(setIsSlow, DELAY_MS, true);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);

  return isLoading && isSlow;
}

/** Indeterminate progress; static with reduced motion. */
export function LoadingLine() {
  return (
    // A live region, because the line is outside every landmark.
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
