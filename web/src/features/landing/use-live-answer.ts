import { useEffect, useState } from "react";
import { pause } from "./overview-poll";

type LiveAnswer<Data> = { data: Data | null; hasFailed: boolean };

/** The answer to a public call, refreshed while the page is visible. */
export function useLiveAnswer<Data>(load: (signal: AbortSignal) => Promise<Data>, refreshMs: number) {
  const [answer, setAnswer] = useState<LiveAnswer<Data>>({ data: null, hasFailed: false });

  useEffect(() => {
    const { signal, abort } = controller();
    async function poll() {
      while (!signal.aborted) {
        if (!document.hidden) {
          await load(signal).then(
            (data) => signal.aborted || setAnswer({ data, hasFailed: false }),
            // What was shown is out of date by then.
            () => signal.aborted || setAnswer({ data: null, hasFailed: true }),
          );
        }
        await pause(signal, refreshMs);
      }
    }
    void poll();
    return abort;
  }, [load, refreshMs]);

  return answer;
}

function controller() {
  const own = new AbortController();
  return { signal: own.signal, abort: () => own.abort() };
}
