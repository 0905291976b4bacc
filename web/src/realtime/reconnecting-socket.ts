import type { Socket } from "socket.io-client";
import { backoffMs } from "@/lib/backoff";
import { validateSession } from "@/session/client";
import { onSessionChange } from "@/session/session";
import { readToken } from "@/session/token";

const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 5_000;
const RANDOMISATION = 0.5;
const CONNECT_TIMEOUT_MS = 20_000;
const ACK_TIMEOUT_MS = 5_000;
// Without messages for this long, the market is quiet or the connection is dead.
const IDLE_MS = 10_000;
const PROBE_MS = 5_000;
// A connection that lasted this long resets the backoff.
const STABLE_MS = 10_000;

type SocketEvents = {
  /** Connected; no channel is subscribed yet. */
  onUp: () => void;
  /** Disconnected, or not connected yet; `isTrying` until an attempt has failed. */
  onDown: (isTrying: boolean) => void;
  onMessage: (message: unknown) => void;
};

/** One socket to the server. It reconnects after network loss, sleep, a server restart and a change of session. */
export class ReconnectingSocket {
  private socket: Socket | null = null;
  private isOpen = false;
  private activeAt = 0;
  private upSince = 0;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private stopWatching: (() => void) | null = null;

  constructor(private readonly events: SocketEvents) {}

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.stopWatching = this.watch();
    if (this.socket) this.socket.connect();
    else void this.load();
  }

  close(): void {
    this.isOpen = false;
    clearTimeout(this.retry);
    this.stopWatching?.();
    this.stopWatching = null;
    this.socket?.disconnect();
  }

  /** Emits an event and returns its acknowledgement; null after a timeout, which also reconnects. */
  async request(event: string, body: object): Promise<unknown> {
    const { socket } = this;
    const { upSince } = this;
    if (!socket?.connected) return null;
    try {
      const ack: unknown = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, body);
      this.activeAt = Date.now();
      return ack;
    } catch {
      if (this.isOpen && socket.connected && upSince === this.upSince) this.reconnect();
      return null;
    }
  }

  private async load(): Promise<void> {
    try {
      const { io } = await import("socket.io-client");
      if (!this.socket) this.socket = this.prepare(io);
      if (this.isOpen) this.socket.connect();
    } catch {
      this.events.onDown(false);
      this.retryLater(() => void this.load());
    }
  }

  private prepare(io: (options: object) => Socket): Socket {
    const socket = io({
      autoConnect: false,
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      reconnectionDelay: MIN_BACKOFF_MS,
      reconnectionDelayMax: MAX_BACKOFF_MS,
      randomizationFactor: RANDOMISATION,
      timeout: CONNECT_TIMEOUT_MS,
      auth: (callback: (auth: object) => void) => {
        const token = readToken();
        callback({ site: location.hostname, ...(token !== null && { token }) });
      },
    });
    socket.on("connect", () => {
      this.activeAt = this.upSince = Date.now();
      this.events.onUp();
    });
    socket.on("connect_error", () => {
      this.events.onDown(false);
      // The server rejected the connection; after any other error the socket retries by itself.
      if (!socket.active) void this.revalidateAndRetry();
    });
    socket.on("disconnect", (reason) => {
      if (Date.now() - this.upSince >= STABLE_MS) this.failures = 0;
      this.events.onDown(navigator.onLine);
      if (reason === "io server disconnect") void this.revalidateAndRetry();
    });
    socket.onAny((_event, message: unknown) => {
      this.activeAt = Date.now();
      this.events.onMessage(message);
    });
    socket.io.on("ping", () => {
      this.activeAt = Date.now();
    });
    return socket;
  }

  /** The server closed or rejected the connection, most likely because the session has ended. */
  private async revalidateAndRetry(): Promise<void> {
    await validateSession();
    this.retryLater(() => this.socket?.connect());
  }

  private retryLater(retry: () => void): void {
    const pause = backoffMs(this.failures, MIN_BACKOFF_MS, MAX_BACKOFF_MS);
    this.failures++;
    clearTimeout(this.retry);
    this.retry = setTimeout(
      () => this.isOpen && retry(),
      pause * (1 + RANDOMISATION * (2 * Math.random() - 1)),
    );
  }

  private reconnect(): void {
    clearTimeout(this.retry);
    // Skips the current backoff delay of the socket.
    this.socket?.disconnect().connect();
  }

  private watch(): () => void {
    const probe = () => {
      if (!this.socket) return;
      if (this.socket.connected) void this.request("subscribe", { channels: [] });
      else this.reconnect();
    };
    const timer = setInterval(() => {
      const isIdle = Date.now() - this.activeAt > IDLE_MS;
      if (!document.hidden && this.socket?.connected && isIdle) probe();
    }, PROBE_MS);
    const stopWaking = onWake(probe);
    // The server authenticates a connection once, by the token it was opened with.
    const stopListening = onSessionChange(() => this.socket && this.reconnect());
    return () => {
      clearInterval(timer);
      stopWaking();
      stopListening();
    };
  }
}

const TICK_MS = 5_000;
// A timer this late means that the machine slept or its clock was changed.
const SLEPT_MS = 15_000;

/**
 * Calls back when the page may have missed messages: it becomes visible, the network returns, or the machine
 * has slept. Returns an unsubscribe function.
 */
function onWake(listener: () => void): () => void {
  let lastTick = Date.now();
  const timer = setInterval(() => {
    const passed = Date.now() - lastTick;
    lastTick = Date.now();
    if (passed > SLEPT_MS || passed < 0) listener();
  }, TICK_MS);
  const noticeVisibility = () => {
    if (!document.hidden) listener();
  };
  document.addEventListener("visibilitychange", noticeVisibility);
  window.addEventListener("online", listener);
  window.addEventListener("pageshow", listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", noticeVisibility);
    window.removeEventListener("online", listener);
    window.removeEventListener("pageshow", listener);
  };
}
