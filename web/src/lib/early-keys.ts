/** Handles a key; true when what it opened should get the keys that follow. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

const MAX_WAITING = 40;
const MAX_AGE_MS = 30_000;

let handler: KeyHandler | null = null;
let waiting: KeyboardEvent[] = [];

/** Listens from the first script on: keys pressed while the trading screen still loads are not lost. */
export function listenEarly(): void {
  // Adding the same listener again changes nothing.
  window.addEventListener("keydown", onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (handler) handler(event);
  else if (location.pathname.startsWith("/trading")) keepKey(event);
}

/** Remembers a key for a part of the screen that is still on its way. */
export function keepKey(event: KeyboardEvent): void {
  waiting = [...waiting, event].slice(-MAX_WAITING);
}

/** Hands the keys pressed so far, and those to come, to the screen that has loaded; returns what ends that. */
export function handleKeys(next: KeyHandler): () => void {
  listenEarly();
  handler = next;
  const events = takeWaiting();
  const opening = events.findIndex((event) => next(event));
  if (opening >= 0) waiting = events.slice(opening + 1);
  return () => {
    if (handler === next) handler = null;
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
  const recent = waiting.filter(({ timeStamp }) => performance.now() - timeStamp < MAX_AGE_MS);
  waiting = [];
  return recent;
}
