import { act } from "@testing-library/react";
import { vi } from "vitest";

type Report = (entries: { isIntersecting: boolean; target: Element }[]) => void;

/** Nothing is near the viewport until the test scrolls to the end of the page. */
export function stubDistance(): { scrollToEnd: () => void } {
  const observed = new Map<Report, Element[]>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly report: Report) {}
      observe(target: Element) {
        observed.set(this.report, [...(observed.get(this.report) ?? []), target]);
      }
      unobserve() {}
      disconnect() {
        observed.delete(this.report);
      }
    },
  );
  return {
    scrollToEnd: () =>
      act(() => {
        for (const [report, targets] of [...observed])
          report(targets.map((target) => ({ isIntersecting: true, target })));
      }),
  };
}
