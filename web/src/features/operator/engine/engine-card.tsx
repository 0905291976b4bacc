import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { CopyButton } from "@/design/copy-button";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Stat } from "@/design/stat";
import { formatDateTime } from "@/lib/dates";
import { formatCount, formatFixed } from "@/lib/format-number";
import { type EngineHealth, engineQuery } from "./api";

/** The engine's health and its counters since the start. */
export function EngineCard() {
  const engine = useQuery(engineQuery);
  return (
    <QueryView query={engine} skeleton={<Skeleton shape="card" />}>
      {(health) => (
        <Card title={i18n._("Engine")} actions={<Serving isServing={health.is_serving} />}>
          <div className="flex flex-col gap-5">
            <Notices health={health} />
            <Figures health={health} />
            <JournalHead health={health} />
          </div>
        </Card>
      )}
    </QueryView>
  );
}

/** Warnings: why the engine does not serve, and clock skew. */
function Notices({ health }: { health: EngineHealth }) {
  return (
    <>
      {health.refusal ? (
        <Banner severity="error">
          {i18n._("The engine won’t serve this database. Manual action needed: {reason}", {
            reason: health.refusal,
          })}
        </Banner>
      ) : (
        !health.is_serving && (
          <Banner severity="error">
            {i18n._(
              "The engine isn’t accepting commands while it rebuilds its state from the journal. Confirmed commands are safe.",
            )}
          </Banner>
        )
      )}
      {health.clock_ahead_ms > 0 && (
        <Banner severity="warn">
          {i18n._(
            "{minutes, plural, one {The server clock jumped # minute ahead.} other {The server clock jumped # minutes ahead.}} The exchange ignores it: correct the clock, or restart the engine to accept it.",
            { minutes: Math.round(health.clock_ahead_ms / 60_000) },
          )}
        </Banner>
      )}
    </>
  );
}

/** The hash of the whole journal: saved elsewhere, it reveals later changes of the history. */
function JournalHead({ health }: { health: EngineHealth }) {
  const head = `${health.head_seq} ${health.head_hash}`;
  return (
    <div className="flex items-center gap-2 border-line border-t pt-4">
      <div className="min-w-0 grow">
        <p className="text-13 text-ink-2">{i18n._("Journal head")}</p>
        <p className="font-mono text-13 text-ink wrap-anywhere">{head}</p>
      </div>
      <CopyButton value={head} label={i18n._("Copy journal head")} />
    </div>
  );
}

function Serving({ isServing }: { isServing: boolean }) {
  return isServing ? (
    <Badge severity="success" icon="check">
      {i18n._("Serving")}
    </Badge>
  ) : (
    <Badge severity="error" icon="circle-x">
      {i18n._("Not serving")}
    </Badge>
  );
}

function Figures({ health }: { health: EngineHealth }) {
  const { commands, batches, largest_batch, rebuilds, overloads } = health;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-4">
      <Stat label={i18n._("Sequence")} hint={i18n._("Last durable command")}>
        {formatCount(health.seq)}
      </Stat>
      <Stat label={i18n._("Open orders")} hint={i18n._("On all order books")}>
        {formatCount(health.open_orders)}
      </Stat>
      <Stat label={i18n._("Queued")} hint={i18n._("Commands not yet durable")}>
        {formatCount(health.waiting)}
      </Stat>
      <Stat label={i18n._("Commands")} hint={i18n._("Since startup")}>
        {formatCount(commands)}
      </Stat>
      <Stat
        label={i18n._("Batches")}
        hint={
          batches > 0 &&
          i18n._("{average} commands on average", { average: formatFixed(commands / batches, 1) })
        }
      >
        {formatCount(batches)}
      </Stat>
      <Stat label={i18n._("Largest batch")} hint={i18n._("Commands in one commit")}>
        {formatCount(largest_batch)}
      </Stat>
      <Stat label={i18n._("Rebuilds")} hint={i18n._("State rebuilds")}>
        <Trouble figure={rebuilds} />
      </Stat>
      <Stat label={i18n._("Overloads")} hint={i18n._("Commands rejected (queue full)")}>
        <Trouble figure={overloads} />
      </Stat>
      <Stat
        label={i18n._("Commit time")}
        hint={i18n._("p99: {time} ms", { time: milliseconds(health.commit_p99_ms) })}
      >
        {i18n._("{time} ms", { time: milliseconds(health.commit_p50_ms) })}
      </Stat>
      <Stat
        label={i18n._("Queue time")}
        hint={i18n._("p99: {time} ms", { time: milliseconds(health.queue_p99_ms) })}
      >
        {i18n._("{time} ms", { time: milliseconds(health.queue_p50_ms) })}
      </Stat>
      <Stat label={i18n._("Live connections")} hint={i18n._("In all api processes")}>
        {formatCount(health.followers.reduce((sum, { sockets }) => sum + sockets, 0))}
      </Stat>
      <Stat
        label={i18n._("Queued emails")}
        hint={
          health.mail.oldest_at !== null &&
          i18n._("Oldest: {time}", { time: formatDateTime(health.mail.oldest_at) })
        }
      >
        {formatCount(health.mail.waiting)}
      </Stat>
    </div>
  );
}

function Trouble({ figure }: { figure: number }) {
  return <span className={figure > 0 ? "text-warn" : undefined}>{formatCount(figure)}</span>;
}

const milliseconds = (figure: number) => formatFixed(figure, figure < 10 ? 1 : 0);
