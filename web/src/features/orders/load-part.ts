/** Loads a chunk and nothing else; null when it cannot be loaded just now, as without a connection. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch {
    return null;
  }
}
