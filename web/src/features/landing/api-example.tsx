import { i18n } from "@lingui/core";
import { api, unwrap } from "@/api/client";
import { CopyButton } from "@/design/copy-button";
import { Placeholder, SlotMessage } from "./slot-states";
import { useLiveAnswer } from "./use-live-answer";

const REFRESH_MS = 10_000;

/** The ticker of the pair with the highest volume, and what it takes to ask for it. */
async function loadExample(signal: AbortSignal) {
  const { volume } = await unwrap(api.GET("/v1/markets/overview", { signal }));
  const symbol = volume[0]?.symbol;
  if (symbol === undefined) return { url: `${location.origin}/api/v1/pairs`, body: { items: [] } };
  const ticker = await unwrap(api.GET("/v1/pairs/{symbol}/ticker", { params: { path: { symbol } }, signal }));
  return { url: `${location.origin}/api/v1/pairs/${symbol}/ticker`, body: ticker };
}

/** A call anybody can make, with the live answer. */
export function ApiExample() {
  const { data, hasFailed } = useLiveAnswer(loadExample, REFRESH_MS);
  if (hasFailed) return <SlotMessage>{i18n._("Couldn’t load this. Retrying in a moment.")}</SlotMessage>;
  if (!data) return <Placeholder rows={4} />;
  const command = `curl ${data.url}`;
  return (
    <figure className="min-h-64">
      <figcaption className="flex items-center justify-between gap-4 border-line border-b px-4 py-2 sm:px-6">
        <code className="min-w-0 break-all font-mono text-13 text-ink">{command}</code>
        <CopyButton value={command} label={i18n._("Copy command")} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto px-4 py-4 font-mono text-13 text-ink-2 sm:px-6">
        {JSON.stringify(data.body, null, 2)}
      </pre>
    </figure>
  );
}
