const POLL_INTERVAL_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 10_000;

export type BuildWatch = {
  /** Whether a newer build was deployed: the next navigation should reload the document. */
  hasNewBuild: () => boolean;
  stop: () => void;
};

/** Polls the newest build id every hour and when the tab becomes visible. */
export function watchBuilds(currentId: string): BuildWatch {
  let newestId = currentId;

  async function check() {
    const id = await fetchLatestBuildId();
    if (id !== null) newestId = id;
  }
  function checkWhenVisible() {
    if (document.visibilityState === "visible") check();
  }

  const timer = setInterval(check, POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", checkWhenVisible);
  return {
    hasNewBuild: () => newestId !== currentId,
    stop() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", checkWhenVisible);
    },
  };
}

async function fetchLatestBuildId(): Promise<string | null> {
  try {
    const url = new URL(`/builds/latest.json?${Date.now()}`, location.origin);
    const response = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const build: unknown = response.ok ? await response.json() : null;
    return typeof build === "object" && build !== null && "id" in build ? String(build.id) : null;
  } catch {
    // Ignore a failed check; the next one may succeed.
    return null;
  }
}
