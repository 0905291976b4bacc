/** What the browser loads to show "/": the document's entry, and the layout and page its route asks for. */
export const LANDING_CHUNKS = ["index", "landing-layout", "landing"];

type Chunk = { fileName: string; name: string; imports: string[]; styles: string[] };

/** The landing page's files, each once, with everything they import. */
export function landingFiles(chunks: Chunk[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.styles) files.add(style);
    for (const imported of chunk.imports) add(chunks.find(({ fileName }) => fileName === imported));
  };
  for (const name of LANDING_CHUNKS) {
    const chunk = chunks.find((candidate) => candidate.name === name);
    if (!chunk) throw new Error(`This build has no chunk "${name}": what does the landing page load now?`);
    add(chunk);
  }
  return [...files];
}
