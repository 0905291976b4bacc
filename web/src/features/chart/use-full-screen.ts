import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Makes an element fill the window, and the screen where the browser allows it. The element is moved in the
 * document, because its ancestors may clip or contain it; menus and toasts stay above it.
 */
export function useFullScreen() {
  const home = useRef<HTMLDivElement | null>(null);
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.className = "flex min-h-0 w-full grow flex-col";
    return element;
  });
  const [isFull, setIsFull] = useState(false);

  // Before anything in it is measured.
  useLayoutEffect(() => {
    const place = isFull ? (document.querySelector("main") ?? document.body) : home.current;
    const focused = document.activeElement;
    for (const name of FULL_CLASSES) host.classList.toggle(name, isFull);
    place?.append(host);
    // Moving an element blurs its content.
    if (focused instanceof HTMLElement && host.contains(focused)) focused.focus({ preventScroll: true });
  }, [host, isFull]);

  useEffect(() => () => host.remove(), [host]);

  const leave = useCallback(() => {
    setIsFull(false);
    if (document.fullscreenElement) document.exitFullscreen().catch(ignore);
  }, []);

  const enter = useCallback(() => {
    setIsFull(true);
    // Not supported on some phones; the chart still fills the window.
    document.documentElement.requestFullscreen?.().catch(ignore);
  }, []);

  useEffect(() => {
    if (!isFull) return;
    const noticeScreen = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("fullscreenchange", noticeScreen);
    document.addEventListener("keydown", leaveByKey);
    return () => {
      document.removeEventListener("fullscreenchange", noticeScreen);
      document.removeEventListener("keydown", leaveByKey);
    };
  }, [isFull, leave]);

  return { home, host, isFull, toggle: isFull ? leave : enter };
}

const FULL_CLASSES = ["fixed", "inset-0", "z-(--layer-banner)", "bg-deep"];

/** The request was rejected or has ended; the page's state does not depend on it. */
function ignore(): void {}
