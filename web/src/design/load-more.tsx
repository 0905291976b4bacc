import { i18n } from "@lingui/core";
import { useEffect, useRef } from "react";
import { Button } from "./button";

interface LoadMoreProps {
  hasMore: boolean;
  pending: boolean;
  onLoad: () => void;
  /** The last attempt failed: the button offers another, and nothing loads by itself. */
  failed?: boolean | undefined;
  /** Loads by itself when the end of the list comes into view; the button stays for the keyboard. */
  auto?: boolean | undefined;
  /** Said when nothing more is to come. */
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
