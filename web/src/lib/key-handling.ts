import { earlyKeys, type KeyHandler, listenEarly } from "./early-keys";

const MAX_AGE_MS = 30_000;
/** The timeout for a dialog to appear after its key. */
const OPENING_MS = 2_000;

/** When a key opened something that should receive the following keys; null once it does. */
let openedAt: number | null = null;

/** Passes the buffered keys and all later ones to the loaded screen; returns a function that stops it. */
export function handleKeys(next: KeyHandler): () => void {
  function handle(event: KeyboardEvent): void {
    if (isOpening()) {
      // Escape before the field appears discards the typed text.
      if (event.key === "Escape") takeTypedText();
      else if (!(event.target instanceof HTMLInputElement)) earlyKeys.waiting.push(event);
    } else next(event);
  }

  listenEarly();
  earlyKeys.handler = handle;
  for (const event of takeWaiting()) handle(event);
  return () => {
    if (earlyKeys.handler === handle) earlyKeys.handler = null;
  };
}

/** Buffers the following keys as text for the field that the current key is opening. */
export function bufferTyping(): void {
  openedAt = performance.now();
}

function isOpening(): boolean {
  if (openedAt === null) return false;
  if (document.querySelector("dialog[open]") || performance.now() - openedAt < OPENING_MS) return true;
  takeTypedText();
  return false;
}

/** Takes the text that was typed before the field appeared. */
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
