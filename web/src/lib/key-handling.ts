import { earlyKeys, type KeyHandler, listenEarly } from "./early-keys";

const MAX_AGE_MS = 30_000;
/** How long a dialog may take to appear after its key. */
const OPENING_MS = 2_000;

/** When a key opened something that takes the keys after it; null once it does. */
let openedAt: number | null = null;

/** Hands the keys pressed so far, and those to come, to the screen that has loaded; returns what ends that. */
export function handleKeys(next: KeyHandler): () => void {
  function handle(event: KeyboardEvent): boolean {
    if (isOpening()) {
      // Whoever leaves before the field is there wants nothing typed into it.
      if (event.key === "Escape") takeTypedText();
      else if (!(event.target instanceof HTMLInputElement)) earlyKeys.waiting.push(event);
    } else if (next(event)) openedAt = performance.now();
    return false;
  }

  listenEarly();
  earlyKeys.handler = handle;
  for (const event of takeWaiting()) handle(event);
  return () => {
    if (earlyKeys.handler === handle) earlyKeys.handler = null;
  };
}

function isOpening(): boolean {
  if (openedAt === null) return false;
  if (document.querySelector("dialog[open]") || performance.now() - openedAt < OPENING_MS) return true;
  takeTypedText();
  return false;
}

/** What was typed for a field before it was there. */
export function takeTypedText(): string {
  openedAt = null;
  return takeWaiting().reduce((text, { key, ctrlKey, metaKey, altKey }) => {
    if (key === "Backspace") return text.slice(0, -1);
    return key.length === 1 && !ctrlKey && !metaKey && !altKey ? text + key : text;
  }, "");
}

function takeWaiting(): KeyboardEvent[] {
  const recent = earlyKeys.waiting.filter(({ timeStamp }) => performance.now() - timeStamp < MAX_AGE_MS);
  earlyKeys.waiting = [];
  return recent;
}
