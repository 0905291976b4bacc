import type { Candle } from "@/api/pairs";
import { type CandleRange, type FetchCandles, MAX_CANDLES } from "./api";
import { type Bar, toBar } from "./bars";
import { appendCandles, prependCandles } from "./candle-list";
import { type Interval, LENGTH_MS } from "./intervals";

export interface FeedState {
  status: "loading" | "ready" | "empty" | "failed";
  /** The state of loading older candles. */
  history: "more" | "loading" | "failed" | "all";
}

/** What changed in the list of bars: everything, the front, or the end from an index. */
export type FeedChange = { kind: "all" } | { kind: "older" } | { kind: "end"; from: number };

export interface FeedSource {
  interval: Interval;
  fetch: FetchCandles;
  /** Subscribes to the running candle; returns an unsubscribe function. */
  subscribe: (listener: (candle: Candle) => void) => () => void;
  /** Schedules one callback, such as in the next animation frame; never while the tab is hidden. */
  schedule: (flush: () => void) => void;
  now: () => number;
}

/** Twice what a wide screen shows; older ones are loaded before they are scrolled to. */
const FIRST_CANDLES = 300;
/** Filled gaps are verified with the server, but throttled for markets in which they are common. */
const CHECK_PAUSE_MS = 20_000;

/**
 * The candles of one pair and interval: the newest from the server, the running one live, older ones on
 * demand.
 */
export class CandleFeed {
  readonly interval: Interval;
  candles: readonly Candle[] = [];
  bars: readonly Bar[] = [];
  state: FeedState = { status: "loading", history: "more" };

  /** Received candles that are not shown yet, by start. */
  private readonly waiting = new Map<number, Candle>();
  private isOpen = false;
  private isFresh = true;
  /** The start of the last candle that the server has returned. */
  private verifiedMs = 0;
  private checkedAt = Number.NEGATIVE_INFINITY;
  private abort = new AbortController();
  private isCatchingUp = false;
  private readonly changeListeners = new Set<(change: FeedChange) => void>();
  private readonly stateListeners = new Set<() => void>();

  constructor(private readonly source: FeedSource) {
    this.interval = source.interval;
  }

  /** Loads and subscribes; the returned function ends both. */
  open(): () => void {
    this.isOpen = true;
    this.isFresh = true;
    this.abort = new AbortController();
    const unsubscribe = this.source.subscribe((candle) => this.receive(candle));
    void this.load();
    return () => {
      this.isOpen = false;
      this.abort.abort();
      unsubscribe();
    };
  }

  onChange(listener: (change: FeedChange) => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  };

  getState = (): FeedState => this.state;

  /** Loads the newest candles; also retries after a failure. */
  async load(): Promise<void> {
    if (this.state.status === "failed") this.setState({ status: "loading", history: "more" });
    try {
      const candles = await this.fetch({ limit: FIRST_CANDLES });
      this.show(candles);
      this.setState({
        status: candles.length === 0 ? "empty" : "ready",
        history: candles.length < FIRST_CANDLES ? "all" : "more",
      });
      this.flush();
    } catch {
      if (this.isOpen && this.candles.length === 0) this.setState({ status: "failed", history: "more" });
    }
  }

  /** Loads candles before the first one. */
  async loadOlder(): Promise<void> {
    const [first] = this.candles;
    if (!first || this.state.history === "loading" || this.state.history === "all") return;
    this.setState({ ...this.state, history: "loading" });
    try {
      const older = await this.fetch({ toMs: first.start_ms, limit: MAX_CANDLES });
      // The list was reloaded meanwhile, which would leave a gap.
      if (this.candles[0]?.start_ms !== first.start_ms)
        return this.setState({ ...this.state, history: "more" });
      this.candles = prependCandles(this.candles, older);
      this.bars = this.candles.map(toBar);
      this.setState({ ...this.state, history: older.length < MAX_CANDLES ? "all" : "more" });
      this.emit({ kind: "older" });
    } catch {
      if (this.isOpen) this.setState({ ...this.state, history: "failed" });
    }
  }

  /** Fetches what may have been missed: after a disconnect, or where intervals are missing. */
  async catchUp(): Promise<void> {
    if (!this.isOpen || this.isCatchingUp || this.state.status === "loading") return;
    if (this.state.status !== "ready") return this.load();
    this.isCatchingUp = true;
    this.checkedAt = this.source.now();
    try {
      const missed = await this.fetch({ fromMs: this.verifiedMs, limit: MAX_CANDLES });
      const [first] = missed;
      if (first && first.start_ms <= this.verifiedMs) {
        this.append(missed);
        this.verifiedMs = missed.at(-1)?.start_ms ?? this.verifiedMs;
      } else await this.load();
    } catch {
      // Keep what is shown; the next disconnect or gap retries.
    }
    this.isCatchingUp = false;
    this.flush();
  }

  private receive(candle: Candle): void {
    this.waiting.set(candle.start_ms, candle);
    this.source.schedule(this.flush);
  }

  private readonly flush = (): void => {
    const { status } = this.state;
    const isHeld = status === "loading" || status === "failed" || this.isCatchingUp;
    if (!this.isOpen || this.waiting.size === 0 || isHeld) return;
    const last = this.candles.at(-1);
    const fresh = [...this.waiting.values()].sort((one, other) => one.start_ms - other.start_ms);
    this.waiting.clear();
    const aheadMs = (fresh.at(-1)?.start_ms ?? 0) - (last?.start_ms ?? 0);
    // Candles between the server's response and the first message are missing.
    const mayHaveMissed = this.isFresh && aheadMs > 0;
    this.isFresh = false;
    if (last && aheadMs > MAX_CANDLES * LENGTH_MS[this.interval]) return void this.load();
    const hadGap = this.append(fresh);
    const isDue = this.source.now() - this.checkedAt > CHECK_PAUSE_MS;
    if (last && (mayHaveMissed || (hadGap && isDue))) void this.catchUp();
  };

  private append(fresh: readonly Candle[]): boolean {
    const { candles, from, hadGap } = appendCandles(this.candles, fresh, this.interval);
    if (from === candles.length) return false;
    this.candles = candles;
    this.bars = [...this.bars.slice(0, from), ...candles.slice(from).map(toBar)];
    if (this.state.status === "empty") {
      this.setState({ ...this.state, status: "ready" });
      this.emit({ kind: "all" });
    } else this.emit({ kind: "end", from });
    return hadGap;
  }

  private show(candles: readonly Candle[]): void {
    this.candles = candles;
    this.bars = candles.map(toBar);
    this.verifiedMs = candles.at(-1)?.start_ms ?? 0;
    this.checkedAt = this.source.now();
    this.emit({ kind: "all" });
  }

  private async fetch(range: CandleRange): Promise<readonly Candle[]> {
    const { signal } = this.abort;
    const candles = await this.source.fetch(range, signal);
    signal.throwIfAborted();
    return candles;
  }

  private emit(change: FeedChange): void {
    for (const listener of [...this.changeListeners]) listener(change);
  }

  private setState(state: FeedState): void {
    this.state = state;
    for (const listener of [...this.stateListeners]) listener();
  }
}
