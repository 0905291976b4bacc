const RETRY_MS = 5_000;

/** Loads a module until it succeeds: the network may have failed. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    const loaded = await load().catch(() => null);
    if (loaded) return loaded;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
