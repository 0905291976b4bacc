/** A search parameter as a string; empty if missing or repeated. */
export function textOf(parameter: unknown): string {
  return typeof parameter === "string" ? parameter : "";
}
