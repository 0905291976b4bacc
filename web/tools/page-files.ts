/** What the browser loads to show "/": the document's entry, and the layout and page its route asks for. */
export const LANDING_CHUNKS = ["index", "landing-layout", "landing"];

/** What it loads to show a pair of coins: the page, and what the page asks for before somebody has pressed anything. */
export const TRADING_CHUNKS = ["trading-layout", "pair"];
export const TRADING_LATER_CHUNKS = ["socket", "live-form", "open-orders", "account-menu"];

/** What comes after the page's first paint: it can be used before. */
export const CHART_CHUNK = "price-chart";

export type Chunk = { fileName: string; name: string; imports: string[]; styles: string[] };

/** The files of some chunks, each once, with everything they import. */
export function filesOf(chunks: Chunk[], names: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.styles) files.add(style);
    for (const imported of chunk.imports) add(chunks.find(({ fileName }) => fileName === imported));
  };
  for (const name of names) {
    const chunk = chunks.find((candidate) => candidate.name === name);
    if (!chunk) throw new Error(`This build has no chunk "${name}": what is loaded in its place now?`);
    add(chunk);
  }
  return [...files];
}
