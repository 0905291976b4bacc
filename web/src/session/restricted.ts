import { useRouter } from "@tanstack/react-router";
import { create } from "zustand";
import { ProblemError } from "@/api/problem-error";
import { loginHref } from "./destination";
import { isSignedIn } from "./session";

/** The key of a membership level, as the server names it. */
type LevelKey = string;

/** The level that was missing for what somebody just tried; null while no modal is open. */
export const useRefusedLevel = create<LevelKey | null>(() => null);

export function closeRestricted(): void {
  useRefusedLevel.setState(null);
}

export type Gate = {
  /** True for clients; visitors are sent to the login, and back to where they are now afterwards. */
  requireSignIn: () => boolean;
  /** Turns somebody away from what needs a level: visitors to the login, clients by the restricted-access modal. */
  refuse: (level: LevelKey) => void;
  /** Turns away whoever made a call that was refused for the lack of a level; false for any other error. */
  handle: (error: unknown) => boolean;
};

/** The one way to meet a restricted feature. */
export function useGate(): Gate {
  const router = useRouter();

  function requireSignIn(): boolean {
    if (isSignedIn()) return true;
    void router.navigate({ href: loginHref(router.latestLocation.href) });
    return false;
  }

  function refuse(level: LevelKey): void {
    if (requireSignIn()) openRestricted(level);
  }

  function handle(error: unknown): boolean {
    if (!(error instanceof ProblemError)) return false;
    if (error.code === "TOKEN_INVALID") return !requireSignIn();
    if (error.code !== "LEVEL_REQUIRED") return false;
    refuse(String(error.body.required));
    return true;
  }

  return { requireSignIn, refuse, handle };
}

/** Says which level is missing, in the restricted-access modal. */
export function openRestricted(level: LevelKey): void {
  useRefusedLevel.setState(level);
}
