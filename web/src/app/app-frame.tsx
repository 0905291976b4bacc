import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { LazyToaster } from "@/design/lazy-toaster";
import { CookieBanner } from "@/features/consent/cookie-banner";
import { LazyRestricted } from "@/features/restricted/lazy-restricted";
import { LazyStepUp } from "@/features/security/lazy-step-up";
import { focusPage } from "./focus-page";
import { LoadingLine, useIsSlow } from "./loading-line";

/** The element with the rendered page, which the error page copies for bots. */
export const PAGE_ELEMENT_ID = "page";

/** The frame around every page; stays mounted across navigations and the error page. */
export function AppFrame({ children }: { children: ReactNode }) {
  const hasPage = useRouterState({ select: (state) => state.resolvedLocation !== undefined });
  const isSlow = useIsSlow();

  return (
    <>
      {isSlow && <LoadingLine />}
      <div id={PAGE_ELEMENT_ID} aria-busy={isSlow} className="contents">
        {children}
      </div>
      <RouteAnnouncer />
      <LazyToaster />
      <LazyRestricted />
      <LazyStepUp />
      {/* Not below an empty page, where the banner would cause a layout shift with the first content. */}
      {hasPage && <CookieBanner />}
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
