import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { CALL } from "./compile-messages.ts";

const SOURCE = resolve(import.meta.dirname, "../src");
const IMPORT = /(?:from|import)\s*\(?\s*"((?:@|\.)\/[^"]+)"/g;
/** Where a document begins. */
const ENTRY = "main";
/** Pages whose texts come with them; those of the console have catalogues of their own. */
const APART = /^pages\/(personal|operator|components-example|icons)/;

type SourceFile = { texts: string[]; imports: string[] };

/** The texts that nothing but the personal area uses, directly or by way of what it imports. */
export function personalTexts(): Set<string> {
  const files = readSource();
  const elsewhere = new Set(
    [...reachable(files, ENTRY, APART)].flatMap((name) => files.get(name)?.texts ?? []),
  );
  const personal = [...files.keys()].filter((name) => name.startsWith("pages/personal"));
  const used = personal.flatMap((name) => [...reachable(files, name, /^pages\/(operator|components)/)]);
  return new Set(used.flatMap((name) => files.get(name)?.texts ?? []).filter((text) => !elsewhere.has(text)));
}

/** Every text of the code. */
export function allTexts(): Set<string> {
  return new Set([...readSource().values()].flatMap(({ texts }) => texts));
}

/** A file with all that it imports, now or later. */
function reachable(files: ReadonlyMap<string, SourceFile>, from: string, except: RegExp): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name) || except.test(name)) return;
    found.add(name);
    files.get(name)?.imports.forEach(add);
  };
  if (files.has(from)) {
    found.add(from);
    files.get(from)?.imports.forEach(add);
  }
  return found;
}

function readSource(): Map<string, SourceFile> {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|^testing\/|^api\/generated\//.test(name),
  );
  return new Map(
    names.map((name) => {
      const code = readFileSync(join(SOURCE, name), "utf8");
      const texts = [...code.matchAll(CALL)].map(([, literal]) => JSON.parse(literal ?? '""'));
      const imports = [...code.matchAll(IMPORT)].map(([, target]) => nameOf(target ?? "", name));
      return [withoutExtension(name), { texts, imports }];
    }),
  );
}

function nameOf(target: string, importer: string): string {
  const place = target.startsWith("@/")
    ? target.slice(2)
    : relative(SOURCE, resolve(SOURCE, dirname(importer), target));
  return withoutExtension(place);
}

function withoutExtension(name: string): string {
  return name.replace(/\.tsx?$/, "");
}
