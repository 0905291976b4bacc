const TICK_MS = 5_000;
// A timer that is so late was not late: the machine slept, or somebody set its clock.
const SLEPT_MS = 15_000;

/**
 * Calls back when the page may have missed something: it is shown again, the network is back, or the machine
 * has slept. Returns what ends the watch.
 */
export function onWake(listener: () => void): () => void {
  let lastTick = Date.now();
  const timer = setInterval(() => {
    const passed = Date.now() - lastTick;
    lastTick = Date.now();
    if (passed > SLEPT_MS || passed < 0) listener();
  }, TICK_MS);
  const noticeVisibility = () => {
    if (!document.hidden) listener();
  };
  document.addEventListener("visibilitychange", noticeVisibility);
  window.addEventListener("online", listener);
  window.addEventListener("pageshow", listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", noticeVisibility);
    window.removeEventListener("online", listener);
    window.removeEventListener("pageshow", listener);
  };
}
