/** What the browser loads to show "/": the document's entry, and the layout and page its route asks for. */
export const LANDING_CHUNKS = ["index", "landing-layout", "landing"];

/** What it loads to show a pair of coins before somebody has pressed anything, and the chart that comes after. */
export const TRADING_CHUNKS = ["trading-layout", "pair", "socket"];
export const CHART_CHUNKS = ["price-chart"];

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
