/** Whether a list, a response with `items`, or all pages of an infinite query are empty. */
export function isEmptyList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object" || value === null) return false;
  if ("items" in value) return Array.isArray(value.items) && value.items.length === 0;
  return "pages" in value && Array.isArray(value.pages) && value.pages.every(isEmptyList);
}
