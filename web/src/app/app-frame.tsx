import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { LazyToaster } from "@/design/lazy-toaster";
import { CookieBanner } from "@/features/consent/cookie-banner";
import { LazyRestricted } from "@/features/restricted/lazy-restricted";
import { LazyStepUp } from "@/features/security/lazy-step-up";
import { focusPage } from "./focus-page";
import { LoadingLine, useIsSlow } from "./loading-line";

/** Marks what a page has rendered, so that a bot can keep it. */
export const PAGE_ELEMENT_ID = "page";

/** What stands around every page: it outlives navigations and the error page. */
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
      {/* Below an empty page the banner would stand at the top and jump down with the first content. */}
      {hasPage && <CookieBanner />}
    </>
  );
}

/** Does for screen readers and keyboards what loading a new document would have done. */
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
