import { sendStreaming } from "./client";
import { problemOfFailure, problemOfResponse } from "./problem-parsing";

type CsvDownload = {
  /** The path of a list endpoint with its filters, such as `/v1/transactions?coin=BTC`. */
  path: string;
  signal: AbortSignal;
  /** Called with the number of rows received, without the header. */
  onRows: (rows: number) => void;
};

/** Downloads a whole list as CSV. It has no limit and may take long, so progress is reported. */
export async function downloadCsv(download: CsvDownload): Promise<Blob> {
  const { path, signal } = download;
  try {
    const headers = { Accept: "text/csv" };
    const response = await sendStreaming(new Request(`${location.origin}/api${path}`, { headers, signal }));
    if (!response.ok) throw problemOfResponse(response, await response.json().catch(() => null));
    return await collect(response, download);
  } catch (error) {
    throw error instanceof Error && error.name === "ProblemError" ? error : problemOfFailure(error);
  }
}

async function collect(response: Response, { signal, onRows }: CsvDownload): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  const stop = () => void reader?.cancel();
  signal.addEventListener("abort", stop);
  let lines = 0;
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    parts.push(step.value);
    lines += countLines(step.value);
    onRows(Math.max(0, lines - 1));
  }
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

const NEW_LINE = 10;

function countLines(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte === NEW_LINE ? count + 1 : count), 0);
}
