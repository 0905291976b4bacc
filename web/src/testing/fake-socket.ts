import { act } from "@testing-library/react";
import { afterEach, vi } from "vitest";

type Handler = (...parts: unknown[]) => void;
type SocketRequest = { event: string; body: Record<string, unknown> };
type Respond = (request: SocketRequest) => unknown;

/** A fake of socket.io-client's socket: the page uses it, and the test acts as the server. */
class FakeSocket {
  connected = false;
  /** Whether the library would reconnect by itself. */
  active = false;
  readonly io = { on: () => undefined };
  private readonly handlers = new Map<string, Handler[]>();
  private anyHandler: Handler = () => undefined;

  constructor(readonly options: { auth: (callback: (auth: object) => void) => void }) {}

  on(event: string, handler: Handler): void {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
  }

  onAny(handler: Handler): void {
    this.anyHandler = handler;
  }

  connect(): this {
    this.active = true;
    liveServer.connects++;
    this.options.auth((auth) => {
      liveServer.auth = auth;
    });
    if (liveServer.isReachable) {
      this.connected = true;
      queueMicrotask(() => this.fire("connect"));
    }
    return this;
  }

  disconnect(): this {
    this.active = false;
    if (this.connected) this.end("io client disconnect");
    return this;
  }

  timeout() {
    return {
      emitWithAck: (event: string, body: Record<string, unknown>) => liveServer.receive({ event, body }),
    };
  }

  fire(event: string, ...parts: unknown[]): void {
    for (const handler of this.handlers.get(event) ?? []) handler(...parts);
  }

  end(reason: string): void {
    this.connected = false;
    subscribed.clear();
    this.fire("disconnect", reason);
  }

  receive(event: string, message: unknown): void {
    this.anyHandler(event, message);
  }
}

const sockets: FakeSocket[] = [];
/** Outlives a test, as subscriptions do for a moment. */
const subscribed = new Set<string>();

/** The server's end of the page's socket. Importing this file replaces the real socket. */
export const liveServer = {
  isReachable: true,
  connects: 0,
  auth: {} as object,
  /** Every request of the page since the test began. */
  requests: [] as SocketRequest[],
  respond: ((): unknown => ({ ok: true, errors: [] })) as Respond,

  /** The channels that the page is subscribed to. */
  channels: (): string[] => [...subscribed],

  /** Sends a message: `{ channel: "ticker:all", ... }`. */
  push(message: { channel: string } & Record<string, unknown>): void {
    act(() => socket().receive(message.channel.split(":")[0] ?? "", message));
  },

  /** Sends a message and waits until the page has rendered what it buffered. */
  async pushAndRender(message: { channel: string } & Record<string, unknown>): Promise<void> {
    this.push(message);
    await act(async () => {
      // The page flushes in the first frame after its own, shorter timer; this frame is the same or a later one.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise(requestAnimationFrame);
    });
  },

  /** Breaks the connection; the library would reconnect. */
  drop(): void {
    act(() => socket().end("transport close"));
  },

  /** Closes the connection for good, as the server does when a session has ended. */
  disconnect(): void {
    const ended = socket();
    ended.active = false;
    act(() => ended.end("io server disconnect"));
  },

  /** Rejects a connection that is being made. */
  rejectConnection(code: string): void {
    const rejected = socket();
    rejected.active = false;
    act(() => rejected.fire("connect_error", Object.assign(new Error(code), { data: { code } })));
  },

  /** Restores the connection. */
  async reconnect(): Promise<void> {
    this.isReachable = true;
    await act(async () => {
      socket().connected = true;
      socket().fire("connect");
    });
  },

  async receive(request: SocketRequest): Promise<unknown> {
    this.requests.push(request);
    const { event, body } = request;
    for (const name of Array.isArray(body.channels) ? body.channels : []) {
      if (event === "subscribe") subscribed.add(name);
      if (event === "unsubscribe") subscribed.delete(name);
    }
    return this.respond(request);
  },
};

function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (!last) throw new Error("The page has not made a connection");
  return last;
}

vi.mock("socket.io-client", () => ({
  io: (options: FakeSocket["options"]) => {
    const made = new FakeSocket(options);
    sockets.push(made);
    return made;
  },
}));

afterEach(() => {
  liveServer.isReachable = true;
  liveServer.connects = 0;
  liveServer.requests = [];
  liveServer.respond = () => ({ ok: true, errors: [] });
});
