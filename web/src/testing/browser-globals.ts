import { webcrypto } from "node:crypto";
import { performance } from "node:perf_hooks";
import * as streams from "node:stream/web";

// Each test file runs in its own vm context with jsdom's globals. Missing ones are taken from Node.
const globals = {
  ...streams,
  crypto: webcrypto,
  performance,
  ResizeObserver: idleResizeObserver(),
  IntersectionObserver: seeingObserver(),
  matchMedia: noMedia,
  scrollTo() {},
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}

// `fetch` is Node's, too: it returns objects of Node's realm, which fail `instanceof` here.
globalThis.DOMException = AbortSignal.abort().reason.constructor;
for (const { prototype } of [Request, Response]) {
  prototype.json = async function json() {
    return JSON.parse(await this.text());
  };
}

/** jsdom has no layout, so nothing ever changes its size. */
function idleResizeObserver() {
  return class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

/** jsdom has no screen; tests of narrow and wide ones bring their own (screen.ts). */
function noMedia(media: string) {
  return { media, matches: false, addEventListener() {}, removeEventListener() {} };
}

/** Without layout, everything counts as visible. */
function seeingObserver() {
  return class {
    readonly report: (entries: { isIntersecting: boolean; target: Element }[]) => void;
    constructor(report: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
      this.report = report;
    }
    observe(target: Element) {
      queueMicrotask(() => this.report([{ isIntersecting: true, target }]));
    }
    unobserve() {}
    disconnect() {}
  };
}
