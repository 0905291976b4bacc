import { afterEach, beforeEach, vi } from "vitest";

/** The calls to the API in each test of the file: method, path and query. */
export function recordApiCalls(): string[] {
  const calls: string[] = [];
  beforeEach(() => {
    calls.length = 0;
    const send = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      const { method, url } = new Request(input, init);
      const { pathname, search } = new URL(url);
      if (pathname.startsWith("/api/")) calls.push(`${method} ${pathname.slice("/api".length)}${search}`);
      return send(input, init);
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  return calls;
}

/** The paths that were asked for more than once. */
export function askedTwice(calls: readonly string[]): string[] {
  const paths = calls.map((call) => call.replace(/\?.*/, ""));
  return [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))];
}
