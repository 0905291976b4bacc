import { webcrypto } from "node:crypto";
import { performance } from "node:perf_hooks";
import * as streams from "node:stream/web";

// Each test file runs in a context of its own, whose globals jsdom makes. What it lacks comes from Node.
const globals = { ...streams, crypto: webcrypto, performance };
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}

// `fetch` is Node's, too, and what comes out of it would be of Node's kinds, which no `instanceof` here knows.
globalThis.DOMException = AbortSignal.abort().reason.constructor;
for (const { prototype } of [Request, Response]) {
  prototype.json = async function json() {
    return JSON.parse(await this.text());
  };
}
