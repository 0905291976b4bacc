import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { OPERATOR_PATHS } from "../src/lib/operator-paths.ts";
import { PAGE_PATHS } from "../src/lib/page-paths.ts";
import {
  CHART_CHUNK,
  type Chunk,
  closureOf,
  filesOf,
  LANDING_CHUNKS,
  TRADING_CHUNKS,
  TRADING_LATER_CHUNKS,
} from "./page-files.ts";
import { pageHeads } from "./page-heads.ts";
import { prerender } from "./prerender.ts";
import { writeServiceWorker } from "./service-worker.ts";

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const MIN_COMPRESSED_BYTES = 512;

/** What the server needs beside the bundle: the build's id, the page paths it may answer with 200, what to preload, and compressed copies. */
export function buildOutputs(): Plugin {
  let root = "";
  let folder = "dist";
  let chunks: Chunk[] = [];
  return {
    name: "clearwater-build-outputs",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    config: () => ({
      build: {
        modulePreload: {
          // What the document and the importing file have loaded needs no preload; each name would cost bytes.
          resolveDependencies(_file, needed, { hostId, hostType }) {
            if (hostType === "html") return needed;
            const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
            const loaded = closureOf(chunks, [...entries, hostId]);
            return needed.filter((file) => !loaded.includes(file));
          },
        },
      },
    }),
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        chunks = chunksOf(bundle);
      },
    },
    // Only after a build that went well: a failed one must not look like the newest.
    async writeBundle(_options, bundle) {
      const build = { id: randomBytes(8).toString("hex"), timestamp: Date.now() };
      mkdirSync(join(folder, "builds"), { recursive: true });
      writeFileSync(join(folder, "builds", "latest.json"), JSON.stringify(build));
      writeFileSync(join(folder, "page-paths.json"), JSON.stringify([...PAGE_PATHS, ...OPERATOR_PATHS]));
      chunks = chunksOf(bundle);
      const landing = filesOf(chunks, LANDING_CHUNKS);
      const trading = filesOf(chunks, [...TRADING_CHUNKS, ...TRADING_LATER_CHUNKS]);
      const chart = filesOf(chunks, [CHART_CHUNK]);
      writeFileSync(join(folder, "page-files.json"), JSON.stringify({ landing, trading, chart }));
      const addresses = (files: readonly string[]) => files.map((file) => `/${file}`);
      const preloads = {
        "/": addresses(landing.filter((file) => file.endsWith(".js"))),
        // The rest would take bandwidth from what the page cannot begin without.
        "/trading/$pair": addresses([...everyPageStyles(bundle), ...filesOf(chunks, TRADING_CHUNKS)]),
      };
      writeFileSync(join(folder, "preloads.json"), JSON.stringify(preloads));
      const offline = filesOf(chunks, ["index", "offline"]);
      writeServiceWorker(root, folder, build.id, addresses([...offline, ...staticFiles(bundle)]));
      await prerender(root, folder);
      writeFileSync(join(folder, "page-heads.json"), JSON.stringify(pageHeads()));
      copyFileSync(new URL("../../NOTICE", import.meta.url), join(folder, "notice.txt"));
      compressAll(join(folder, "assets"));
    },
  };
}

function chunksOf(bundle: Rolldown.OutputBundle): Chunk[] {
  return Object.values(bundle)
    .filter((output) => output.type === "chunk")
    .map(({ fileName, name, isEntry, imports, viteMetadata }) => ({
      fileName,
      name,
      isEntry,
      imports,
      styles: [...(viteMetadata?.importedCss ?? [])],
    }));
}

/** What every page but the landing page has; a file of styles alone is no chunk. */
function everyPageStyles(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle).filter((file) => /every-page-styles.*\.css$/.test(file));
}

/** The font and the icons. */
function staticFiles(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle).filter((file) => /(inter-latin-wght|sprite).*\.(woff2|svg)$/.test(file));
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!COMPRESSIBLE.test(name) || statSync(path).size < MIN_COMPRESSED_BYTES) continue;
    const content = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
