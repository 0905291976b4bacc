/** A parameter of an address as the text it should be; what is missing or given twice is no text. */
export function textOf(parameter: unknown): string {
  return typeof parameter === "string" ? parameter : "";
}
