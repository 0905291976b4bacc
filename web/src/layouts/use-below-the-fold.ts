import { useRouterState } from "@tanstack/react-router";
import { useDeferredValue } from "react";

/**
 * Whether what lies below the first screen is to be there. A visitor who opens the site gets the first screen
 * at once and the rest in small pieces right after; whoever comes for a place further down gets all of it.
 */
export function useBelowTheFold(): boolean {
  const isInside = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  return useDeferredValue(true, isInside || location.hash !== "" || isReturning());
}

/** A reload or a step back leads to where the page was left. */
function isReturning(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== "navigate");
}
