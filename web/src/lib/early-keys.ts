/** Handles a key; true when what it opened should get the keys that follow. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

/** In the first script, so no more than it needs: `key-handling.ts` does the rest. */
export const earlyKeys: { waiting: KeyboardEvent[]; handler: KeyHandler | null } = {
  waiting: [],
  handler: null,
};

/** Listens from the first script on: keys pressed while the trading screen still loads are not lost. */
export function listenEarly(): void {
  // Adding the same listener again changes nothing.
  addEventListener("keydown", onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (earlyKeys.handler) earlyKeys.handler(event);
  else if (location.pathname.startsWith("/trading")) earlyKeys.waiting.push(event);
}
