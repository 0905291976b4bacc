import { i18n } from "@lingui/core";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "@/design/toast";
import { clearSession } from "@/session/session";

/** Signs out and navigates to the home page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();

  return async () => {
    const { signOut } = await import("@/session/client").catch(() => ({ signOut: clearLocalSession }));
    const isSignedOut = signOut();
    await navigate({ to: "/" });
    if (await isSignedOut) return;
    toast.add({
      severity: "warn",
      summary: i18n._("Signed out on this device only"),
      detail: i18n._("The server couldn’t be reached. End this session in your settings once you’re online."),
    });
  };
}

/** Signs out only this browser, if the code for calls to the server cannot be loaded. */
async function clearLocalSession(): Promise<boolean> {
  clearSession();
  return false;
}
