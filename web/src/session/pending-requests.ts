import { create } from "zustand";
import { ProblemError } from "@/api/problem-error";
import { isFinalForEarlier, isOutcomeUnknown } from "@/api/problem-outcome";
import { queries } from "@/api/queries";
import { randomId } from "@/api/random-id";
import { persisted } from "@/lib/persisted";
import { serverNow } from "@/lib/server-clock";
import { exclusively } from "@/lib/tab-lock";
import { onSessionChange } from "./session";
import { isRecent, parseRequests, type StoredRequest } from "./stored-requests";

export type RequestBody = StoredRequest["body"];

export type RequestMessage = {
  severity: "success" | "warn" | "error";
  summary: string;
  detail?: string | undefined;
  /** Where the client can look it up. */
  link?: { label: string; href: string };
};

/** What can be asked for that moves money: how it is sent, and how its outcome is said. */
export type RequestKind<Body extends RequestBody, Answer> = {
  name: string;
  /** The fields of a body without which it cannot be described. */
  fields: readonly (keyof Body & string)[];
  /** The form or dialog of a body, which shows a request without an answer itself. */
  placeOf: (body: Body) => string;
  /** The page of that place, where it is asked for again if that may need a password. */
  page?: string;
  /** Sent twice with one key, it is done once. `isAsked`: the client waits, and can be asked for a password. */
  send: (body: Body, key: string, isAsked: boolean) => Promise<Answer>;
  /** Loads again what the request may have changed. */
  refresh: () => unknown;
  describeDone: (answer: Answer, body: Body) => RequestMessage;
  describeRefused: (error: Error, body: Body) => RequestMessage;
  /** What may have happened while the answer is missing. */
  describeUnknown: (body: Body) => RequestMessage;
};

export type AnyKind = RequestKind<RequestBody, unknown>;

type Known<Answer> = { status: "done"; answer: Answer } | { status: "refused"; error: Error };

export type Outcome<Answer> = Known<Answer> | { status: "unknown" | "signed-out" };

export type Said = { kind: AnyKind; body: RequestBody; outcome: Known<unknown> };

/** `isPending`: a call is in flight. `isLost`: an answer was lost, so that it may have been done. */
type Progress = { isPending: boolean; isLost: boolean };

type Requests = {
  progress: Readonly<Record<string, Progress>>;
  /** How many forms of a place are mounted. */
  places: Readonly<Record<string, number>>;
  /** Outcomes whose form is gone, to be said elsewhere. */
  unsaid: readonly Said[];
};

// A request that was in flight when its connection was lost has arrived by then, if ever.
const RETRY_PAUSES_MS = [250, 1_000];
const LOST: Progress = { isPending: false, isLost: true };

/** The requests of the account without an outcome, also those of other tabs. */
export const useStoredRequests = persisted("cw:money-requests", parseRequests, "account");
export const useRequests = create<Requests>(() => ({ progress: {}, places: {}, unsaid: [] }));

const kinds = new Map<string, AnyKind>();

export function defineRequest<Body extends RequestBody, Answer>(kind: RequestKind<Body, Answer>) {
  // Only bodies of this kind are stored under its name.
  kinds.set(kind.name, kind as unknown as AnyKind);
  return kind;
}

export function findKind({ kind: name, body }: StoredRequest): AnyKind | null {
  const kind = kinds.get(name);
  return kind?.fields.every((field) => field in body) ? kind : null;
}

/**
 * Sends a request, and stores it until its outcome is known. `isShown`: whether the caller is still there to
 * show it; otherwise it is said wherever the client is.
 */
export function submitRequest<Body extends RequestBody, Answer>(
  kind: RequestKind<Body, Answer>,
  body: Body,
  isShown: () => boolean,
): Promise<Outcome<Answer>> {
  const key = randomId();
  // Before it is stored: what is stored without progress belongs to another tab.
  setProgress(key, { isPending: true, isLost: false });
  useStoredRequests.setState(
    (known) => ({ ...known, [key]: { kind: kind.name, body, at: serverNow() } }),
    true,
  );
  return attempt(key, { isShown, isAsked: true, isFirst: true }) as Promise<Outcome<Answer>>;
}

const never = () => false;

/** Sends a stored request again under its key: the server does it once, and repeats its answer. */
export async function checkRequest(key: string, isShown = never, isAsked = true): Promise<Outcome<unknown>> {
  if (useRequests.getState().progress[key]?.isPending) return { status: "unknown" };
  return attempt(key, { isShown, isAsked, isFirst: false });
}

/** Looks up what has no outcome yet. What is old is left to the client: it may no longer be wanted. */
export function resumeRequests(): void {
  for (const [key, request] of Object.entries(useStoredRequests.getState())) {
    if (!findKind(request)) continue;
    if (isRecent(request)) void checkRequest(key, never, false);
    else if (!useRequests.getState().progress[key]) setProgress(key, LOST);
  }
}

export function dismissRequest(key: string): void {
  useRequests.setState(({ progress: { [key]: _, ...progress } }) => ({ progress }));
  useStoredRequests.setState(({ [key]: _, ...others }) => others, true);
}

/** Marks a place as shown, until the returned function is called. */
export function attachPlace(place: string): () => void {
  const change = (by: number) =>
    useRequests.setState(({ places }) => ({ places: { ...places, [place]: (places[place] ?? 0) + by } }));
  change(1);
  return () => change(-1);
}

// Another client must not learn of them.
onSessionChange(() => useRequests.setState({ progress: {}, unsaid: [] }));

function setProgress(key: string, next: Progress): void {
  useRequests.setState(({ progress }) => ({ progress: { ...progress, [key]: next } }));
}

type Attempt = { isShown: () => boolean; isAsked: boolean; isFirst: boolean };

async function attempt(key: string, { isShown, isAsked, isFirst }: Attempt): Promise<Outcome<unknown>> {
  setProgress(key, { isPending: true, isLost: false });
  return exclusively(`cw:request:${key}`, async () => {
    const request = useStoredRequests.getState()[key];
    const kind = request && findKind(request);
    // Ended meanwhile: by another tab, or with the session.
    if (!request || !kind) return { status: "signed-out" };
    if (!isFirst) setProgress(key, { isPending: true, isLost: true });
    const outcome = await ask(kind, request.body, key, isAsked);
    void kind.refresh();
    if (!(key in useStoredRequests.getState())) return { status: "signed-out" };
    if (outcome.status === "unknown") {
      setProgress(key, LOST);
      return outcome;
    }
    const said: Said = { kind, body: request.body, outcome };
    if (!isShown()) useRequests.setState(({ unsaid }) => ({ unsaid: [...unsaid, said] }));
    dismissRequest(key);
    return outcome;
  });
}

async function ask(
  kind: AnyKind,
  body: RequestBody,
  key: string,
  isAsked: boolean,
): Promise<Known<unknown> | { status: "unknown" }> {
  const isLost = () => useRequests.getState().progress[key]?.isLost ?? true;
  for (const pause of [...RETRY_PAUSES_MS, null]) {
    try {
      // As a mutation of the cache, where an ended session is detected.
      const call = queries
        .getMutationCache()
        .build(queries, { mutationFn: () => kind.send(body, key, isAsked) });
      return { status: "done", answer: await call.execute(undefined) };
    } catch (error) {
      if (isOutcomeUnknown(error)) setProgress(key, { isPending: true, isLost: true });
      else if (!isLost() || isFinalForEarlier(error)) return { status: "refused", error: error as Error };
      else if (!(error instanceof ProblemError) || error.status !== 429) return { status: "unknown" };
      if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return { status: "unknown" };
}
