import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const WEB = resolve(import.meta.dirname, "../..");
const SERVER = resolve(WEB, "../../server/clearwater");

function read(folder: string, extension: RegExp): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => extension.test(path) && !/\.test\.|^testing\//.test(path))
    .map((path) => [path, readFileSync(resolve(folder, path), "utf8")]);
}

const files = read(WEB, /\.(tsx?|js)$/);
const filesWith = (pattern: RegExp) =>
  files.filter(([, source]) => pattern.test(source)).map(([path]) => path);

test("only the files whose names are listed in the policy store anything", () => {
  expect(filesWith(/\blocalStorage\b/)).toEqual(["lib/persisted.ts"]);
  expect(filesWith(/\bsessionStorage\b/).sort()).toEqual(["app/chunk-errors.ts", "lib/operator-token.ts"]);
  expect(filesWith(/document\.cookie =/).sort()).toEqual([
    // Only to delete.
    "session/chat-cookies.ts",
    "session/language.ts",
    "session/token.ts",
  ]);
  expect(filesWith(/\bindexedDB\b|cookieStore\b/)).toEqual([]);
  expect(filesWith(/\bcaches\.open\b/)).toEqual(["service-worker/worker.js"]);
});

test("every cookie of the server is listed in the policy", () => {
  const names = read(SERVER, /\.py$/).flatMap(([, source]) =>
    [...source.matchAll(/\w+_COOKIE = "([\w-]+)"/g)].map(([, name]) => name),
  );
  const types = readFileSync(resolve(WEB, "lib/storage-keys.ts"), "utf8");
  const listed = types.slice(types.indexOf("CookieName"));

  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !listed.includes(`"${name}"`))).toEqual([]);
});
