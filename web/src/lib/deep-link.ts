/** Whether the document was opened at an anchor, or at the scroll position of an earlier visit. */
export function isDeepLink(): boolean {
  return location.hash !== "" || isReturning();
}

/** A reload or history navigation restores the scroll position. */
function isReturning(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== "navigate");
}
