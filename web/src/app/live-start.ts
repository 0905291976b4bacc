import { isConsole } from "@/lib/operator-token";
import { whenIdle } from "@/lib/when-idle";
import { isSignedIn, onSessionChange } from "@/session/session";

const RETRY_MS = 5_000;

/** Starts live updates when somebody signs in; visitors never load that code. */
export function followClient(navigate: (href: string) => void): void {
  let hasBegun = false;

  function begin(): void {
    if (hasBegun || !isSignedIn() || isConsole()) return;
    hasBegun = true;
    // After the page has rendered.
    whenIdle(() =>
      Promise.all([import("./live-client"), import("./request-outcomes")]).then(
        ([{ startLiveClient }, { startRequestOutcomes }]) => {
          startLiveClient();
          void startRequestOutcomes(navigate);
        },
        () => {
          // The network may have failed.
          hasBegun = false;
          setTimeout(begin, RETRY_MS);
        },
      ),
    );
  }

  onSessionChange(begin);
  begin();
}
