import { useEffect, useRef } from "react";
import {
  attachPlace,
  checkRequest,
  dismissRequest,
  findKind,
  type Outcome,
  type RequestBody,
  type RequestKind,
  submitRequest,
  useRequests,
  useStoredRequests,
} from "./pending-requests";
import { isAnswerable } from "./stored-requests";

/** The request of a form: sends it, and knows one from before whose answer is missing. */
export function useMoneyRequest<Body extends RequestBody, Answer>(
  kind: RequestKind<Body, Answer>,
  place: string,
) {
  const stored = useStoredRequests();
  const progress = useRequests((state) => state.progress);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    const detach = attachPlace(place);
    return () => {
      isMounted.current = false;
      detach();
    };
  }, [place]);

  const found = Object.entries(stored).find(
    ([, request]) => request.kind === kind.name && findKind(request)?.placeOf(request.body) === place,
  );
  const [key, request] = found ?? [null, null];
  const known = key === null ? null : progress[key];
  const isShown = () => isMounted.current;

  return {
    /** A call is in flight, or has yet to be made after a reload. */
    isPending: found !== undefined && known?.isPending !== false,
    /** What was asked for, when its answer was lost. */
    lost: known?.isLost && request ? (request.body as Body) : null,
    /** Whether the server can still be asked about it. */
    canCheck: request !== null && isAnswerable(request),
    send: (body: Body) => submitRequest(kind, body, isShown),
    check: async (): Promise<Outcome<Answer>> =>
      key === null ? { status: "unknown" } : ((await checkRequest(key, isShown)) as Outcome<Answer>),
    dismiss: () => key !== null && dismissRequest(key),
  };
}

export type MoneyRequest<Body extends RequestBody, Answer> = ReturnType<typeof useMoneyRequest<Body, Answer>>;
