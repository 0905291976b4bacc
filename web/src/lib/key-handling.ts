import { earlyKeys, type KeyHandler, listenEarly } from "./early-keys";

const MAX_AGE_MS = 30_000;

/** Remembers a key for a part of the screen that is still on its way. */
export function keepKey(event: KeyboardEvent): void {
  earlyKeys.waiting.push(event);
}

/** Hands the keys pressed so far, and those to come, to the screen that has loaded; returns what ends that. */
export function handleKeys(next: KeyHandler): () => void {
  listenEarly();
  earlyKeys.handler = next;
  const events = takeWaiting();
  const opening = events.findIndex((event) => next(event));
  if (opening >= 0) earlyKeys.waiting = events.slice(opening + 1);
  return () => {
    if (earlyKeys.handler === next) earlyKeys.handler = null;
  };
}

/** What was typed for a field before it was there. */
export function takeTypedText(): string {
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
