import { LazyToaster } from "@/design/lazy-toaster";
import { listenForInstallPrompt } from "@/features/apps/install-prompt";
import { LazyTerms } from "@/features/auth/lazy-terms";
import { CookieBanner } from "@/features/consent/cookie-banner";
import { LazyRestricted } from "@/features/restricted/lazy-restricted";
import { LazyStepUp } from "@/features/security/lazy-step-up";
import { OfflineNotice } from "./offline-notice";
import { registerWorker } from "./register-worker";

registerWorker();
listenForInstallPrompt();

/** The parts of the frame that no page needs to be shown: loaded once the first page is there. */
export function LateFrame() {
  return (
    <>
      <LazyToaster />
      <LazyRestricted />
      <LazyStepUp />
      <LazyTerms />
      <CookieBanner />
      <OfflineNotice />
    </>
  );
}
