/** What the browser loads to show "/": the document's entry, and the layout and page its route asks for. */
export const LANDING_CHUNKS = ["index", "landing"];

/** What it loads to show a pair of coins: the page, and what the page asks for before somebody has pressed anything. */
export const TRADING_CHUNKS = ["trading-layout", "pair"];
export const TRADING_LATER_CHUNKS = ["socket", "live-form", "open-orders", "account-menu"];

/** What comes after the page's first paint: it can be used before. */
export const CHART_CHUNK = "price-chart";

export type Chunk = { fileName: string; name: string; isEntry: boolean; imports: string[]; styles: string[] };

/** The files of some chunks, each once, with everything they import. */
export function filesOf(chunks: Chunk[], names: readonly string[]): string[] {
  return closureOf(
    chunks,
    names.map((name) => {
      const chunk = chunks.find((candidate) => candidate.name === name);
      if (!chunk) throw new Error(`This build has no chunk "${name}": what is loaded in its place now?`);
      return chunk.fileName;
    }),
  );
}

/** Some files, each once, with everything they import. */
export function closureOf(chunks: Chunk[], files: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (!chunk || found.has(file)) return;
    found.add(file);
    for (const style of chunk.styles) found.add(style);
    chunk.imports.forEach(add);
  };
  files.forEach(add);
  return [...found];
}
