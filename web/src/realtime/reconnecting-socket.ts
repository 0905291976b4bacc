import type { Socket } from "socket.io-client";
import { validateSession } from "@/session/client";
import { onSessionChange } from "@/session/session";
import { readToken } from "@/session/token";

const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 5_000;
const RANDOMISATION = 0.5;
const CONNECT_TIMEOUT_MS = 20_000;
const ACK_TIMEOUT_MS = 5_000;
// Quiet for so long is either a quiet market or a dead connection that nobody has noticed yet.
const IDLE_MS = 10_000;
const PROBE_MS = 5_000;
// A connection that has lasted so long was no part of a row of failures.
const STABLE_MS = 10_000;

type SocketEvents = {
  /** Connected: nothing is subscribed to yet. */
  onUp: () => void;
  /** Not connected any more, or not yet; `isTrying` until an attempt has failed. */
  onDown: (isTrying: boolean) => void;
  onMessage: (message: unknown) => void;
};

/** One socket to the server that comes back whatever happens: a lost network, sleep, a restart, another client. */
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

  /** Asks the server something; null when no answer came, after which the connection is made anew. */
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
      // The server itself has refused; of everything else the socket takes care.
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

  /** The server wants nothing to do with this connection: most likely its session has ended. */
  private async revalidateAndRetry(): Promise<void> {
    await validateSession();
    this.retryLater(() => this.socket?.connect());
  }

  private retryLater(retry: () => void): void {
    const pause = Math.min(MIN_BACKOFF_MS * 2 ** this.failures, MAX_BACKOFF_MS);
    this.failures++;
    clearTimeout(this.retry);
    this.retry = setTimeout(
      () => this.isOpen && retry(),
      pause * (1 + RANDOMISATION * (2 * Math.random() - 1)),
    );
  }

  private reconnect(): void {
    clearTimeout(this.retry);
    // The socket would otherwise sit out the pause it is in.
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
    // The server knows a connection by the token it was made with.
    const stopListening = onSessionChange(() => this.socket && this.reconnect());
    return () => {
      clearInterval(timer);
      stopWaking();
      stopListening();
    };
  }
}

const TICK_MS = 5_000;
// A timer that is so late was not late: the machine slept, or somebody set its clock.
const SLEPT_MS = 15_000;

/**
 * Calls back when the page may have missed something: it is shown again, the network is back, or the machine
 * has slept. Returns what ends the watch.
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
