import { i18n } from "@lingui/core";
import { hashKey, queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { ProblemError } from "@/api/problem-error";
import { queries } from "@/api/queries";
import { forgetKeys } from "@/api/send-once";
import { isConsole } from "@/lib/operator-token";
import { setPersistedAccount } from "@/lib/persisted";
import { useAskedTerms } from "./asked-terms";
import { applyAppearance, parseAppearance } from "./preferences";
import { readPrivatePosition } from "./private-position";
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
  queryKey: ["client"],
  queryFn: async () => {
    const call = api.GET("/bff/auth/user");
    const known = await unwrap(call);
    readPrivatePosition((await call).response);
    return known;
  },
});

const UNLOAD_GRACE_MS = 10_000;
let unloadAt = Number.NEGATIVE_INFINITY;

// Unloading the document aborts its requests, which must not end the session.
addEventListener("beforeunload", () => {
  unloadAt = Date.now();
});

let isEntering = false;

/**
 * Ends the session when the server responded with an error for its client. Without a response the session is
 * kept.
 */
function endFailedStart(error: unknown): void {
  const isUnloading = Date.now() - unloadAt <= UNLOAD_GRACE_MS;
  // During a sign-in the form shows the error.
  if (isUnloading || isEntering || !(error instanceof ProblemError) || error.status === 0) return;
  endSession(isEnded(error) ? endedText() : failedStartText(error));
}

// Clear the cache, so that no data of one client is shown to the next.
onSessionChange(() => {
  queries.getQueryCache().clear();
  forgetKeys();
  useAskedTerms.setState(false, true);
});

// A session that ended elsewhere is noticed by the first call that is rejected.
queries.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "error") return;
  // Without a loaded client the app cannot continue; a loaded one is kept while the server fails.
  const { queryHash, state } = event.query;
  const isFirstLoad = queryHash === hashKey(currentClientQuery.queryKey) && state.data === undefined;
  if (isFirstLoad) endFailedStart(event.action.error);
  else if (isEnded(event.action.error)) endSession(endedText());
});
queries.getMutationCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "error") return;
  if (isEnded(event.action.error)) endSession(endedText());
});

// Apply the account's appearance after signing in.
queries.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "success") return;
  if (event.query.queryHash !== hashKey(currentClientQuery.queryKey)) return;
  const known = queries.getQueryData(currentClientQuery.queryKey);
  // The response may arrive after the client has signed out.
  if (!known || !isSignedIn()) return;
  setPersistedAccount(known.client.id);
  useAskedTerms.setState(known.asks_terms === true, true);
  applyAppearance(parseAppearance(known.client.site_data.appearance));
});

/** The signed-in client; null for visitors, and while loading on a page without a guard. */
export function useCurrentClient(): Client | null {
  const isEnabled = useIsSignedIn();
  const { data } = useQuery({ ...currentClientQuery, enabled: isEnabled });
  return isEnabled ? (data?.client ?? null) : null;
}

/** Updates the cached client with the one that a mutation returned. */
export function setCurrentClient(client: Client): void {
  queries.setQueryData(currentClientQuery.queryKey, (known) => ({
    transactions: [],
    has_deposited: false,
    asks_terms: false,
    ...known,
    client,
  }));
}

/** Merges saved fields of `site_data` into the cached client. */
export async function mergeSiteData(saved: Client["site_data"]): Promise<void> {
  const { queryKey } = currentClientQuery;
  const isLoading = queries.isFetching(currentClientQuery) > 0;
  // A request that began before the change would restore the old value.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (known) => {
    if (!known) return known;
    const { client } = known;
    return { ...known, client: { ...client, site_data: { ...client.site_data, ...saved } } };
  });
  if (isLoading) void queries.invalidateQueries({ queryKey });
}

/**
 * The signed-in client, from the cache or loaded; null for visitors. An error response ends the session;
 * without a response the error is thrown.
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

/**
 * Loads the client before the page asks for it. What the page loads afterwards need not be loaded again by the
 * first subscription to the private channels.
 */
export function preloadCurrentClient(): void {
  if (isSignedIn() && !isConsole()) void queries.prefetchQuery(currentClientQuery);
}

/** Stores a new session's token and loads its client. */
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

/** Validates the token with the server, and ends the session if it is invalid. */
export async function validateSession(): Promise<void> {
  // Calls of the console use the operator's token.
  if (!isSignedIn() || isConsole()) return;
  try {
    const { valid } = await unwrap(api.GET("/bff/auth/validate", { credentials: "include" }));
    if (!valid) endSession(endedText());
  } catch (error) {
    // Server or network errors say nothing about the token.
    if (isEnded(error)) endSession(endedText());
  }
}

/** Ends the session; false if the server could not be reached and only this browser is signed out. */
export function signOut(): Promise<boolean> {
  const token = readToken() ?? "";
  clearSession();
  // `keepalive`, because the next page may be a new document.
  const revoked = api.DELETE("/v1/token", { headers: { "X-Token": token }, keepalive: true });
  return unwrap(revoked).then(() => true, isEnded);
}

function isEnded(error: unknown): boolean {
  // In the console the error is about the operator's session.
  return !isConsole() && error instanceof ProblemError && error.code === "TOKEN_INVALID";
}

function endedText(): string {
  return i18n._("Your session has ended. Sign in again.");
}

/** The server's reason where it gives one; not that of something in front of it. */
function failedStartText({ status, code, title, detail }: ProblemError): string {
  if (status >= 500 || code === "BAD_RESPONSE") {
    return i18n._(
      "You were signed out because the server couldn’t load your account. Wait a moment, then sign in again.",
    );
  }
  return i18n._("You were signed out because your account couldn’t be loaded. {reason}", {
    reason: detail || `${title}.`,
  });
}
