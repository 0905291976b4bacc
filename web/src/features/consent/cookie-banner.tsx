import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Button } from "@/design/button";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { saveConsent, useConsentStatus } from "./model";

/** Tells the layouts how much of the window is left above the banner. */
function reserveHeight(banner: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty("--cookie-banner", `${banner.getBoundingClientRect().height}px`),
  );
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty("--cookie-banner");
  };
}

/**
 * After the page's content and sticky at the bottom, so that nothing stays covered at the end of the page.
 * Below full-window overlays.
 */
export function CookieBanner() {
  if (useConsentStatus() !== null) return null;

  return (
    <section
      ref={reserveHeight}
      aria-label={i18n._("Cookie choice")}
      className="sticky bottom-(--bottom-bar,0px) z-[calc(var(--layer-banner)-1)] border-line-strong border-t bg-raised shadow-float [html:has(&)]:scroll-pb-[calc(1rem+var(--cookie-banner,8rem))]"
    >
      <div
        className={classNames(
          PAGE_WIDTH.reading,
          "flex flex-col gap-3 py-3 sm:flex-row sm:items-center sm:justify-between sm:gap-8 sm:py-4",
        )}
      >
        <p className="text-13 text-ink-2 sm:text-14">
          {i18n._("Only essential cookies are used. Others need your consent.")}{" "}
          <Link
            to="/privacy"
            hash="cookies"
            className="text-accent underline underline-offset-4 hover:text-ink"
          >
            {i18n._("Cookie policy")}
          </Link>
        </p>
        <div className="grid shrink-0 grid-cols-2 gap-2">
          <Button severity="secondary" onClick={() => saveConsent("rejected")}>
            {i18n._("Reject All")}
          </Button>
          <Button severity="secondary" onClick={() => saveConsent("accepted")}>
            {i18n._("Accept All")}
          </Button>
        </div>
      </div>
    </section>
  );
}
