/**
 * Every page path there is, as the router spells it (`$name` is one segment).
 * The build hands this list to the server, which answers any other page path with status 404.
 */
export const PAGE_PATHS = [
  "/",
  "/privacy",
  "/components-example",
  "/components-example/$layout",
  "/_icons",
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

const paths: ReadonlySet<string> = new Set(PAGE_PATHS);

/** Whether there is a page to link to; what is not built yet is not offered. */
export function pageExists(path: string): boolean {
  return paths.has(path);
}
