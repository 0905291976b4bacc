import { i18n } from "@lingui/core";
import { type ToastMessage, toast } from "@/design/toast";
import {
  checkRequest,
  dismissRequest,
  findKind,
  type RequestMessage,
  resumeRequests,
  type Said,
  useRequests,
  useStoredRequests,
} from "@/session/pending-requests";
import { isAnswerable, type StoredRequest } from "@/session/stored-requests";

const DONE_MS = 8_000;

/** What sends and describes each kind; loaded for those that an earlier page has left. */
const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  "premarket-order": () => import("@/features/premarket/order-request"),
  convert: () => import("@/features/convert/convert-request"),
  subscribe: () => import("@/features/earn/earn-requests"),
  redeem: () => import("@/features/earn/earn-requests"),
  withdraw: () => import("@/features/wallets/withdraw-request"),
};

type Navigate = (href: string) => void;

/**
 * Says on every page what came of requests for money whose form is gone, and looks up those that an earlier
 * page, or another tab, has left.
 */
export async function startRequestOutcomes(navigate: Navigate): Promise<() => void> {
  const shown = new Map<string, string>();
  const update = () => {
    sayOutcomes(navigate);
    updateLost(shown, navigate);
  };
  await resume();
  update();
  const stops = [
    useRequests.subscribe(update),
    useStoredRequests.subscribe(() => {
      update();
      void resume();
    }),
  ];
  addEventListener("online", resume);
  return () => {
    removeEventListener("online", resume);
    for (const stop of stops) stop();
  };
}

async function resume(): Promise<void> {
  const names = new Set(Object.values(useStoredRequests.getState()).map(({ kind }) => kind));
  await Promise.allSettled([...names].map((name) => LOADERS[name]?.()));
  resumeRequests();
}

function sayOutcomes(navigate: Navigate): void {
  const { unsaid } = useRequests.getState();
  if (unsaid.length === 0) return;
  useRequests.setState({ unsaid: [] });
  for (const said of unsaid) say(messageOf(said), navigate);
}

function messageOf({ kind, body, outcome }: Said): RequestMessage {
  return outcome.status === "done"
    ? kind.describeDone(outcome.answer, body)
    : kind.describeRefused(outcome.error, body);
}

function say({ link, ...message }: RequestMessage, navigate: Navigate): void {
  // What asks for an action, or was refused, stays until it is read.
  const life = link || message.severity !== "success" ? undefined : DONE_MS;
  if (!link) {
    toast.add({ ...message, life });
    return;
  }
  const follow = () => {
    toast.remove(id);
    navigate(link.href);
  };
  const id = toast.add({ ...message, actions: [{ label: link.label, onPress: follow }] });
}

/** Shows a toast for each request without an answer whose form is not mounted. */
function updateLost(shown: Map<string, string>, navigate: Navigate): void {
  const { progress, places } = useRequests.getState();
  const due = Object.entries(useStoredRequests.getState()).filter(([key, request]) => {
    const kind = findKind(request);
    const isLost = progress[key]?.isLost && !progress[key].isPending;
    return kind !== null && isLost && !places[kind.placeOf(request.body)];
  });
  for (const [key, toastId] of shown) {
    if (due.some(([dueKey]) => dueKey === key)) continue;
    shown.delete(key);
    toast.remove(toastId);
  }
  for (const [key, request] of due) {
    if (!shown.has(key)) shown.set(key, toast.add(describeLost(key, request, navigate)));
  }
}

function describeLost(key: string, request: StoredRequest, navigate: Navigate): ToastMessage {
  const kind = findKind(request);
  const dismiss = { label: i18n._("Dismiss"), onPress: () => dismissRequest(key) };
  const check = {
    label: i18n._("Check again"),
    onPress: () =>
      kind?.page && kind.page !== location.pathname ? navigate(kind.page) : void checkRequest(key),
  };
  return {
    severity: "warn",
    summary: "",
    ...kind?.describeUnknown(request.body),
    actions: isAnswerable(request) ? [check, dismiss] : [dismiss],
  };
}
