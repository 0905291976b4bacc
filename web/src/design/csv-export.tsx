import { i18n } from "@lingui/core";
import { useEffect, useRef, useState } from "react";
import { downloadFile } from "@/lib/download-file";
import { formatCount } from "@/lib/format-number";
import { serverNow } from "@/lib/server-clock";
import { Button } from "./button";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";
import { useCountdown } from "./use-countdown";

export type CsvLoad = (parts: { signal: AbortSignal; onRows: (rows: number) => void }) => Promise<Blob>;

interface CsvExportProps {
  /** The file name without extension. */
  name: string;
  /** Loads the whole list. */
  load: CsvLoad;
}

type Progress =
  | { state: "idle" | "failed" }
  | { state: "running" | "done"; rows: number }
  /** Rate limited: a retry is possible at this time, after this many seconds. */
  | { state: "refused"; until: number; seconds: number };

/** Downloads a whole list as a file and shows the progress. */
export function CsvExport({ name, load }: CsvExportProps) {
  const [progress, setProgress] = useState<Progress>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const wait = useCountdown(progress.state === "refused" ? progress.until : null);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    let rows = 0;
    setProgress({ state: "running", rows });
    try {
      const file = await load({
        signal: controller.signal,
        onRows(count) {
          rows = count;
          setProgress({ state: "running", rows });
        },
      });
      downloadFile(`${name}.csv`, file);
      setProgress({ state: "done", rows });
    } catch (error) {
      setProgress(controller.signal.aborted ? { state: "idle" } : failureOf(error));
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ExportProgress progress={progress} wait={wait} />
      {progress.state === "running" && (
        <IconButton
          icon="x"
          size="small"
          label={i18n._("Stop export")}
          onClick={() => running.current?.abort()}
        />
      )}
      <Button
        severity="secondary"
        size="small"
        icon="download"
        pending={progress.state === "running"}
        disabled={wait > 0}
        onClick={() => void start()}
      >
        {i18n._("Export CSV")}
      </Button>
    </div>
  );
}

const TOO_MANY_REQUESTS = 429;
const USUAL_WAIT_SECONDS = 10;

function failureOf(error: unknown): Progress {
  const { status, retryAfter } = error as { status?: number; retryAfter?: number | null };
  if (status !== TOO_MANY_REQUESTS) return { state: "failed" };
  const seconds = retryAfter || USUAL_WAIT_SECONDS;
  return { state: "refused", until: serverNow() + seconds * 1000, seconds };
}

function ExportProgress({ progress, wait }: { progress: Progress; wait: number }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-13 text-ink-2 tabular-nums empty:hidden">
      {progress.state === "running" &&
        i18n._("{rows, plural, one {# row so far} other {# rows so far}}", {
          rows: formatCount(progress.rows),
        })}
      {progress.state === "done" && (
        <>
          <Icon name="check" size={14} className="text-success" />
          {i18n._("{rows, plural, one {# row saved} other {# rows saved}}", {
            rows: formatCount(progress.rows),
          })}
        </>
      )}
      {progress.state === "refused" && <Refused seconds={progress.seconds} wait={wait} />}
      {progress.state === "failed" && (
        <span className="text-error">{i18n._("Export failed. Try again.")}</span>
      )}
    </p>
  );
}

function Refused({ seconds, wait }: { seconds: number; wait: number }) {
  if (wait === 0) return i18n._("You can export again now.");
  return (
    <>
      {/* A status that changes every second would be announced every second. */}
      <span className="sr-only">{tooManyText(seconds)}</span>
      <span aria-hidden="true" className="text-warn">
        {tooManyText(wait)}
      </span>
    </>
  );
}

function tooManyText(seconds: number): string {
  return i18n._(
    "Too many requests. Nothing was saved. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    { seconds },
  );
}
