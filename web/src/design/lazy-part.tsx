import { i18n } from "@lingui/core";
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { backoffMs } from "@/lib/backoff";
import { ErrorState } from "./error-state";
import { toast } from "./toast";

const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 60_000;

type Load<Props> = () => Promise<ComponentType<Props>>;
/** Resolves to whether the part has loaded. */
type Retry = () => Promise<boolean>;
type Missing<Props> = (props: Props, retry: Retry) => ReactNode;

/**
 * A lazily loaded part of a page. If loading fails, the part shows an error, or what `missing` renders, and
 * is retried.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  missing: Missing<Props> = (_props, retry) => <MissingPart retry={retry} />,
): LazyExoticComponent<ComponentType<Props>> {
  const late: Late<Props> = { load, missing, loaded: null };
  return lazy(async () => ({
    default: await load().catch(() => (own: Props) => <LatePart late={late} own={own} />),
  }));
}

type DialogProps = { open?: boolean; onClose: () => void };

/** A dialog that is loaded when it is first opened. If loading fails it is closed and a toast is shown. */
export function lazyDialog<Props extends DialogProps>(load: Load<Props>) {
  return lazyPart(load, ({ open = true, onClose }, retry) =>
    open ? <MissingDialog onClose={onClose} retry={retry} /> : null,
  );
}

type Late<Props> = { load: Load<Props>; missing: Missing<Props>; loaded: ComponentType<Props> | null };

function LatePart<Props extends object>({ late, own }: { late: Late<Props>; own: Props }) {
  const [Part, setPart] = useState(() => late.loaded);
  const retry = useCallback(async () => {
    try {
      late.loaded ??= await late.load();
    } catch {
      return false;
    }
    setPart(() => late.loaded);
    return true;
  }, [late]);
  useRetries(retry, Part === null);
  return Part ? <Part {...own} /> : late.missing(own, retry);
}

function useRetries(retry: Retry, isMissing: boolean): void {
  useEffect(() => {
    if (!isMissing) return;
    let failures = 0;
    let timer = setTimeout(tryAgain, MIN_BACKOFF_MS);
    async function tryAgain() {
      clearTimeout(timer);
      if (await retry()) return;
      failures++;
      clearTimeout(timer);
      if (stopped.signal.aborted) return;
      timer = setTimeout(tryAgain, backoffMs(failures, MIN_BACKOFF_MS, MAX_BACKOFF_MS));
    }
    const stopped = new AbortController();
    addEventListener("online", tryAgain, stopped);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [retry, isMissing]);
}

function MissingPart({ retry }: { retry: Retry }) {
  const [isPending, setPending] = useState(false);
  // If loading fails while online, the chunk is most likely gone from the server after a deployment.
  const [isGone, setGone] = useState(false);

  async function tryAgain() {
    setPending(true);
    if (await retry()) return;
    setPending(false);
    setGone(navigator.onLine);
  }

  if (!isGone) return <ErrorState onRetry={tryAgain} pending={isPending} />;
  return (
    <ErrorState
      detail={i18n._("Reload the page to get the latest version.")}
      action={i18n._("Reload page")}
      onRetry={() => location.reload()}
    />
  );
}

function MissingDialog({ onClose, retry }: { onClose: () => void; retry: Retry }) {
  const giveUp = useEffectEvent(() => {
    toast.add({
      severity: "error",
      summary: i18n._("Couldn’t open this"),
      detail: i18n._("Check your connection and try again."),
      life: 5000,
    });
    onClose();
  });

  useEffect(() => {
    let isClosed = false;
    void retry().then((isThere) => {
      if (!isThere && !isClosed) giveUp();
    });
    return () => {
      isClosed = true;
    };
  }, [retry]);

  return null;
}
