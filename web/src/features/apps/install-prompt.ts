import { createStore, useStore } from "zustand";

/** Chromium's event; other browsers have no such thing. */
type InstallPromptEvent = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

type InstallState = { prompt: InstallPromptEvent | null; isInstalled: boolean };

const installState = createStore<InstallState>(() => ({
  prompt: null,
  isInstalled: false,
}));

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return "prompt" in event && typeof event.prompt === "function";
}

/** From the start of the app: the browser offers the installation once, on whatever page it likes. */
export function listenForInstallPrompt(): void {
  if (window.matchMedia?.("(display-mode: standalone)").matches) installState.setState({ isInstalled: true });
  addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    installState.setState({ prompt: event });
  });
  addEventListener("appinstalled", () => installState.setState({ prompt: null, isInstalled: true }));
}

export function useInstall() {
  const { prompt, isInstalled } = useStore(installState);

  async function install() {
    // A prompt can be shown once.
    installState.setState({ prompt: null });
    await prompt?.prompt();
  }

  return { canInstall: prompt !== null, isInstalled, install };
}
