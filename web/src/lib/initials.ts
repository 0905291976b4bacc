/** One or two letters that stand for a name; an e-mail address gives its first letter. */
export function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
