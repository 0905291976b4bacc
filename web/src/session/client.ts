import { i18n } from "@lingui/core";
import { hashKey, queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { ProblemError } from "@/api/problem-error";
import { queries } from "@/api/queries";
import { isConsole } from "@/lib/operator-token";
import { setPersistedAccount } from "@/lib/persisted";
import { applyAppearance, parseAppearance } from "./preferences";
import {
  clearSession,
  endSession,
  isSignedIn,
  onSessionChange,
  startSession,
  useIsSignedIn,
} from "./session";
import { readToken } from "./token";

export type Client = components["schemas"]["ClientView"];
export type CurrentClient = components["schemas"]["CurrentClientView"];
export type SignInDraft = components["schemas"]["SignIn"];

/** The signed-in client and the newest transactions. */
export const currentClientQuery = queryOptions({
  queryKey: ["session", "client"],
  queryFn: () => unwrap(api.GET("/bff/auth/user")),
});

const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

// A document that is left gives up its calls. That says nothing of the session, with which the next one goes on.
addEventListener("beforeunload", () => {
  leftAt = Date.now();
});

let isEntering = false;

/** Ends a session whose client the server answered with a failure for. Silence says nothing about it. */
function endFailedStart(error: unknown): void {
  const isLeaving = Date.now() - leftAt <= LEAVING_MS;
  // Whoever signs in just now is told by the form.
  if (isLeaving || isEntering || !(error instanceof ProblemError) || error.status === 0) return;
  endSession(isEnded(error) ? endedText() : failedStartText(error));
}

// What one client has loaded is not for the next one.
onSessionChange(() => queries.getQueryCache().clear());

// A session that was ended elsewhere shows with the first call it is refused for.
queries.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "error") return;
  // Without a client there is nothing to continue with; one that is known outlives a failing server.
  const { queryHash, state } = event.query;
  const isFirstLoad = queryHash === hashKey(currentClientQuery.queryKey) && state.data === undefined;
  if (isFirstLoad) endFailedStart(event.action.error);
  else if (isEnded(event.action.error)) endSession(endedText());
});
queries.getMutationCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "error") return;
  if (isEnded(event.action.error)) endSession(endedText());
});

// Whoever signs in finds the look they have chosen, on every device.
queries.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "success") return;
  if (event.query.queryHash !== hashKey(currentClientQuery.queryKey)) return;
  const known = queries.getQueryData(currentClientQuery.queryKey);
  // An answer may come after its client has signed out.
  if (!known || !isSignedIn()) return;
  setPersistedAccount(known.client.id);
  applyAppearance(parseAppearance(known.client.site_data.appearance));
});

/** The signed-in client; null for visitors, and while it is being loaded on a page that no guard keeps. */
export function useCurrentClient(): Client | null {
  const isEnabled = useIsSignedIn();
  const { data } = useQuery({ ...currentClientQuery, enabled: isEnabled });
  return isEnabled ? (data?.client ?? null) : null;
}

/** Puts the client that a change has answered with in place of the one known. */
export function setCurrentClient(client: Client): void {
  queries.setQueryData(currentClientQuery.queryKey, (known) => ({ transactions: [], ...known, client }));
}

/** Puts saved members of `site_data` into the client that is known, and leaves all others as they are. */
export async function mergeSiteData(saved: Client["site_data"]): Promise<void> {
  const { queryKey } = currentClientQuery;
  const isLoading = queries.isFetching(currentClientQuery) > 0;
  // A load that began before the change would bring the old value back.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (known) => {
    if (!known) return known;
    const { client } = known;
    return { ...known, client: { ...client, site_data: { ...client.site_data, ...saved } } };
  });
  if (isLoading) void queries.invalidateQueries({ queryKey });
}

/**
 * The signed-in client, loaded unless known; null for visitors. An answered failure ends the session; without
 * an answer nobody knows, and the call's error is thrown.
 */
export async function loadCurrentClient(): Promise<Client | null> {
  if (!isSignedIn()) return null;
  try {
    const { client } = await queries.ensureQueryData(currentClientQuery);
    return client;
  } catch (error) {
    endFailedStart(error);
    if (isSignedIn()) throw error;
    return null;
  }
}

/** Stores a new session's token and loads whose it is. */
export async function enterSession(token: string): Promise<Client> {
  startSession(token);
  isEntering = true;
  try {
    const { client } = await queries.fetchQuery(currentClientQuery);
    return client;
  } catch (error) {
    clearSession();
    throw error;
  } finally {
    isEntering = false;
  }
}

/** Asks whether the server still honors the token, and ends the session if it says no. */
export async function validateSession(): Promise<void> {
  // Calls of the console go in the operator's name and say nothing about a client.
  if (!isSignedIn() || isConsole()) return;
  try {
    const { valid } = await unwrap(api.GET("/bff/auth/validate", { credentials: "include" }));
    if (!valid) endSession(endedText());
  } catch (error) {
    // A busy or broken server has validated nothing, and a laptop that wakes up has no network yet.
    if (isEnded(error)) endSession(endedText());
  }
}

/** Ends the session; false when the server could not be told and only this browser has forgotten it. */
export function signOut(): Promise<boolean> {
  const token = readToken() ?? "";
  clearSession();
  // Outlives the document, should the next page be a new one.
  const told = api.DELETE("/v1/token", { headers: { "X-Token": token }, keepalive: true });
  return unwrap(told).then(() => true, isEnded);
}

function isEnded(error: unknown): boolean {
  // In the console it is the operator's session that has ended.
  return !isConsole() && error instanceof ProblemError && error.code === "TOKEN_INVALID";
}

function endedText(): string {
  return i18n._("Your session has ended. Sign in again.");
}

function failedStartText({ title, detail }: ProblemError): string {
  return i18n._("Your account couldn’t be loaded: {reason} Sign in again.", {
    reason: detail || `${title}.`,
  });
}
