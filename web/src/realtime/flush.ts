import { emit } from "./emit";

/** Twelve times a second is more than anybody reads, and a third of the work of every frame. */
const FLUSH_MS = 80;

type Flush = () => void;

const due = new Set<Flush>();
let isScheduled = false;

/** Calls back soon, once, together with everything else that is due; never while nobody can see it. */
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
