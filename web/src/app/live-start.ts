import { isConsole } from "@/lib/operator-token";
import { isSignedIn, onSessionChange } from "@/session/session";

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
          hasBegun = false;
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
