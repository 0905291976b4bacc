/** One or two initials of a name; the first letter of an e-mail address. */
export function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
