import { type FunctionComponent, useLayoutEffect } from "react";
import { Hero } from "@/features/landing/hero";
import { LazyBands, loadBands } from "@/features/landing/lazy-bands";
import { isDeepLink } from "@/lib/deep-link";
import { prerenderedBands, replacePrerendered } from "@/lib/prerendered";

/**
 * The page, with what lies below the first screen unless the document has it: for an anchor or a restored scroll
 * position it must be the final one.
 */
export async function loadLandingPage(): Promise<FunctionComponent> {
  if (isDeepLink() || !prerenderedBands()) await loadBands();
  return LandingPage;
}

export function LandingPage() {
  // Before the browser paints, so that nothing is seen twice.
  useLayoutEffect(replacePrerendered, []);

  return (
    <>
      <Hero />
      <LazyBands />
    </>
  );
}
