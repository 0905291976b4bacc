type Search = Record<string, unknown>;

/**
 * Keeps search parameters as strings. The router's default would parse them as JSON and rewrite a long code
 * or `1e5` in the URL as a number.
 */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = search[name];
    search[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return search;
}

export function stringifySearch(search: Search): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const single of [value].flat()) {
      if (single !== undefined && single !== null) parameters.append(name, String(single));
    }
  }
  const text = parameters.toString();
  return text && `?${text}`;
}
