export type KeyHandler = (event: KeyboardEvent) => void;

/** Part of the entry script, so minimal: `key-handling.ts` does the rest. */
export const earlyKeys: { waiting: KeyboardEvent[]; handler: KeyHandler | null } = {
  waiting: [],
  handler: null,
};

/**
 * Buffers keys from the entry script on, so that those pressed while the trading screen loads are not lost.
 */
export function listenEarly(): void {
  // Adding the same listener again has no effect.
  addEventListener("keydown", onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (earlyKeys.handler) earlyKeys.handler(event);
  else if (location.pathname.startsWith("/trading")) earlyKeys.waiting.push(event);
}
