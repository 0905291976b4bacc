import { emit } from "./emit";
import { scheduleFlush } from "./flush";

// Keeps the subscription while one page replaces another.
const LINGER_MS = 2_000;

/**
 * The current value of one stream, for `useSyncExternalStore`. It is subscribed while it has listeners, and
 * batches changes: listeners are called a few times a second.
 */
export class LiveStore<View> {
  private readonly listeners = new Set<() => void>();
  private view: View;
  private next: (() => View) | null = null;
  private stop: (() => void) | null = null;
  private linger: ReturnType<typeof setTimeout> | undefined;

  /** `start` subscribes to the stream and returns an unsubscribe function. */
  constructor(
    private readonly initial: View,
    private readonly start: (change: (next: () => View) => void) => () => void,
  ) {
    this.view = initial;
  }

  readonly read = (): View => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    clearTimeout(this.linger);
    this.stop ??= this.start(this.change);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.linger = setTimeout(this.reset, LINGER_MS);
    };
  };

  private readonly change = (next: () => View): void => {
    this.next = next;
    scheduleFlush(this.flush);
  };

  private readonly flush = (): void => {
    const { next } = this;
    if (!next) return;
    this.next = null;
    this.view = next();
    emit(this.listeners);
  };

  private readonly reset = (): void => {
    this.stop?.();
    this.stop = null;
    this.next = null;
    this.view = this.initial;
  };
}

/** One store for each name, created on first use. */
export function storesByName<View>(
  create: (name: string) => LiveStore<View>,
): (name: string) => LiveStore<View> {
  const stores = new Map<string, LiveStore<View>>();
  return (name) => {
    const known = stores.get(name);
    if (known) return known;
    const made = create(name);
    stores.set(name, made);
    return made;
  };
}
