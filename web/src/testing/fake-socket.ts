import { act } from "@testing-library/react";
import { afterEach, vi } from "vitest";

type Handler = (...parts: unknown[]) => void;
type Question = { event: string; body: Record<string, unknown> };
type AnswerTo = (question: Question) => unknown;

/** Stands in for the socket of socket.io-client: what the page does with it, and what a server would do to it. */
class FakeSocket {
  connected = false;
  /** Whether the library would come again by itself. */
  active = false;
  readonly io = { on: () => undefined };
  private readonly handlers = new Map<string, Handler[]>();
  private anyHandler: Handler = () => undefined;

  constructor(readonly options: { auth: (tell: (auth: object) => void) => void }) {}

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
      emitWithAck: (event: string, body: Record<string, unknown>) => liveServer.hear({ event, body }),
    };
  }

  fire(event: string, ...parts: unknown[]): void {
    for (const handler of this.handlers.get(event) ?? []) handler(...parts);
  }

  end(reason: string): void {
    this.connected = false;
    followed.clear();
    this.fire("disconnect", reason);
  }

  receive(event: string, message: unknown): void {
    this.anyHandler(event, message);
  }
}

const sockets: FakeSocket[] = [];
/** Outlives a test, as subscriptions do for a moment. */
const followed = new Set<string>();

/** The other end of the page's socket. Importing this file puts it in the place of the real one. */
export const liveServer = {
  isReachable: true,
  connects: 0,
  auth: {} as object,
  /** Everything the page has asked since the test began. */
  questions: [] as Question[],
  answer: ((): unknown => ({ ok: true, errors: [] })) as AnswerTo,

  /** What the page follows at the moment. */
  channels: (): string[] => [...followed],

  /** Sends a message: `{ channel: "ticker:all", ... }`. */
  tell(message: { channel: string } & Record<string, unknown>): void {
    act(() => socket().receive(message.channel.split(":")[0] ?? "", message));
  },

  /** Sends a message and lets the page show what has gathered. */
  async tellAndShow(message: { channel: string } & Record<string, unknown>): Promise<void> {
    this.tell(message);
    await act(async () => {
      // The page flushes in the first frame after its own, shorter timer; this frame is the same or a later one.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise(requestAnimationFrame);
    });
  },

  /** Breaks the connection; the library would come again. */
  drop(): void {
    act(() => socket().end("transport close"));
  },

  /** Ends the connection for good, as the server does when a session has ended. */
  dismiss(): void {
    const ended = socket();
    ended.active = false;
    act(() => ended.end("io server disconnect"));
  },

  /** Refuses a connection that is being made. */
  refuse(code: string): void {
    const refused = socket();
    refused.active = false;
    act(() => refused.fire("connect_error", Object.assign(new Error(code), { data: { code } })));
  },

  /** The connection is there again. */
  async comeBack(): Promise<void> {
    this.isReachable = true;
    await act(async () => {
      socket().connected = true;
      socket().fire("connect");
    });
  },

  async hear(question: Question): Promise<unknown> {
    this.questions.push(question);
    const { event, body } = question;
    for (const name of Array.isArray(body.channels) ? body.channels : []) {
      if (event === "subscribe") followed.add(name);
      if (event === "unsubscribe") followed.delete(name);
    }
    return this.answer(question);
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
  liveServer.questions = [];
  liveServer.answer = () => ({ ok: true, errors: [] });
});
