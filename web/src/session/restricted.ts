import { useRouter } from "@tanstack/react-router";
import { create } from "zustand";
import { ProblemError } from "@/api/problem-error";
import { loginHref } from "./destination";
import { isSignedIn } from "./session";

/** The key of a membership level in the API. */
type LevelKey = string;

/** The level required by a rejected action; null while the modal is closed. */
export const useRefusedLevel = create<LevelKey | null>(() => null);

export function closeRestricted(): void {
  useRefusedLevel.setState(null);
}

export type Gate = {
  /** True for clients; redirects visitors to the login and back afterwards. */
  requireSignIn: () => boolean;
  /**
   * Rejects an action that requires a level: redirects visitors to the login, opens the restricted-access
   * modal for clients.
   */
  refuse: (level: LevelKey) => void;
  /** Handles LEVEL_REQUIRED errors of a call; false for any other error. */
  handle: (error: unknown) => boolean;
};

/** Access control for restricted features. */
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

/** Opens the restricted-access modal for a level. */
export function openRestricted(level: LevelKey): void {
  useRefusedLevel.setState(level);
}
