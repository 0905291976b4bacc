import { useRouterState } from "@tanstack/react-router";
import { useDeferredValue } from "react";

/**
 * Whether to render the content below the fold. Deferred on the first load, so that the first screen appears
 * immediately; not deferred for an anchor or a restored scroll position.
 */
export function useBelowTheFold(): boolean {
  const isInside = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  return useDeferredValue(true, isInside || location.hash !== "" || isReturning());
}

/** A reload or history navigation restores the scroll position. */
function isReturning(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== "navigate");
}
