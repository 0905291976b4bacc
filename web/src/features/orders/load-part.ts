/** Loads a chunk; null if that fails, such as offline. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch {
    return null;
  }
}
