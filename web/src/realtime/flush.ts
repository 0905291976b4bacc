import { emit } from "./emit";

/** Twelve renders a second are enough to read, and cost a third of one per frame. */
const FLUSH_MS = 80;

type Flush = () => void;

const due = new Set<Flush>();
let isScheduled = false;

/** Calls back once in a shared batch; deferred while the tab is hidden. */
export function scheduleFlush(flush: Flush): void {
  due.add(flush);
  if (isScheduled || document.hidden) return;
  isScheduled = true;
  setTimeout(() => requestAnimationFrame(flushAll), FLUSH_MS);
}

function flushAll(): void {
  isScheduled = false;
  if (document.hidden) return;
  const flushes = [...due];
  due.clear();
  emit(flushes);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || due.size === 0) return;
  flushAll();
});
