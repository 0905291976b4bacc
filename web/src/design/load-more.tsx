import { i18n } from "@lingui/core";
import { useEffect, useRef } from "react";
import { Button } from "./button";

interface LoadMoreProps {
  hasMore: boolean;
  pending: boolean;
  onLoad: () => void;
  /** The last attempt failed: the button retries, and nothing loads automatically. */
  failed?: boolean | undefined;
  /** Loads automatically when the end of the list is visible; the button stays for keyboards. */
  auto?: boolean | undefined;
  /** Shown at the end of the list. */
  endText?: string | undefined;
}

const AHEAD = "320px";

export function LoadMore({ hasMore, pending, onLoad, failed = false, auto = false, endText }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });
  const isWatching = auto && hasMore && !pending && !failed;

  useEffect(() => {
    if (!isWatching || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching]);

  if (!hasMore) {
    return endText ? <p className="py-4 text-center text-13 text-ink-3">{endText}</p> : null;
  }
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-4">
      {failed && (
        <p role="alert" className="text-13 text-error">
          {i18n._("Couldn’t load more.")}
        </p>
      )}
      <Button severity="secondary" pending={pending} onClick={onLoad}>
        {failed ? i18n._("Try again") : i18n._("Show more")}
      </Button>
    </div>
  );
}
