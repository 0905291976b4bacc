import { i18n } from "@lingui/core";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { replacePrerendered } from "@/lib/prerendered";
import { focusPage } from "./focus-page";
import { untilLoaded } from "./until-loaded";

/** The element with the rendered page, which the error page copies for bots. */
export const PAGE_ELEMENT_ID = "page";

const LateFrame = lazy(async () => ({
  default: (await untilLoaded(() => import("./late-frame"))).LateFrame,
}));

/** The frame around every page; stays mounted across navigations and the error page. */
export function AppFrame({ children }: { children: ReactNode }) {
  const hasPage = useRouterState({ select: (state) => state.resolvedLocation !== undefined });
  const isSlow = useIsSlow();

  useEffect(() => {
    // Another page than the prerendered one: a rule may have redirected, or an error occurred.
    if (hasPage) replacePrerendered();
  }, [hasPage]);

  return (
    <>
      {isSlow && <LoadingLine />}
      <div id={PAGE_ELEMENT_ID} aria-busy={isSlow} className="contents">
        {children}
      </div>
      <RouteAnnouncer />
      {/* Not below an empty page, where the banner would cause a layout shift with the first content. */}
      {hasPage && (
        <Suspense>
          <LateFrame />
        </Suspense>
      )}
    </>
  );
}

/** Announces a navigation to screen readers and moves the focus, as loading a document would. */
function RouteAnnouncer() {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");

  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        setAnnouncement(document.title);
        focusPage(toLocation.hash);
      }),
    [router],
  );

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}

/** Faster navigations show no line, which would only flicker. */
const DELAY_MS = 300;

/** Whether the navigation takes long enough to show progress. */
function useIsSlow(): boolean {
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
function LoadingLine() {
  return (
    // A live region, because the line is outside every landmark.
    <div role="status">
      <div
        role="progressbar"
        aria-label={i18n._("Loading the page")}
        className="pointer-events-none fixed inset-x-0 top-0 z-(--layer-toast) h-0.5"
      >
        <div className="h-full origin-left rtl:origin-right scale-x-90 bg-accent transition-[scale] duration-[8s] starting:scale-x-0 motion-reduce:transition-none" />
      </div>
    </div>
  );
}
