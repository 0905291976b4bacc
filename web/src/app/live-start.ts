import { isConsole } from "@/lib/operator-token";
import { isSignedIn, onSessionChange } from "@/session/session";

const AGAIN_MS = 5_000;

/** Follows what happens to the client from the moment somebody is signed in; visitors never load any of it. */
export function followClient(): void {
  let hasBegun = false;

  function begin(): void {
    if (hasBegun || !isSignedIn() || isConsole()) return;
    hasBegun = true;
    // The page comes first.
    whenIdle(() =>
      import("./live-client").then(
        ({ startLiveClient }) => void startLiveClient(),
        () => {
          // The network may have gone just then.
          hasBegun = false;
          setTimeout(begin, AGAIN_MS);
        },
      ),
    );
  }

  onSessionChange(begin);
  begin();
}

function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 500);
}
