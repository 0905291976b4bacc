/** Calls every listener; an exception in one is logged and does not affect the others. */
export function emit<Arguments extends unknown[]>(
  listeners: Iterable<(...parts: Arguments) => void> | undefined,
  ...parts: Arguments
): void {
  for (const listener of [...(listeners ?? [])]) {
    try {
      listener(...parts);
    } catch (error) {
      console.error(error);
    }
  }
}
