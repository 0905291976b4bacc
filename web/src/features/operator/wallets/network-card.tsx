import { i18n } from "@lingui/core";
import { useState } from "react";
import { addressUrl } from "@/api/networks";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { HashText } from "@/design/hash-text";
import { isZero } from "@/lib/decimal";
import { formatCount } from "@/lib/format-number";
import { useMay } from "@/session/operator";
import type { Network } from "./api";
import { NetworkBalances } from "./network-balances";
import { HaltDialog, ResumeDialog, SweepDialog } from "./network-dialogs";
import { NETWORK_LOOKS, networkStatusName, nodeProblemText } from "./texts";
import { Fact, Moment } from "./wallet-facts";

/** One network: how far it is followed, what the exchange has there, and what staff can do. */
export function NetworkCard({ network }: { network: Network }) {
  return (
    <Card
      title={network.name}
      actions={
        <>
          <span className="font-mono text-12 text-ink-3">{network.network}</span>
          {network.is_development && <Badge severity="info">{i18n._("Development chain")}</Badge>}
          <Badge severity={NETWORK_LOOKS[network.status]}>{networkStatusName(network.status)}</Badge>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {network.status === "disabled" ? (
          <p className="text-13 text-ink-2">
            {nodeProblemText(network) ?? i18n._("The network isn’t followed.")}{" "}
            {i18n._("Clients can’t deposit or withdraw here.")}
          </p>
        ) : (
          <>
            <Notices network={network} />
            <NetworkFacts network={network} />
            <NetworkBalances network={network} />
            <NetworkActions network={network} />
          </>
        )}
      </div>
    </Card>
  );
}

function Notices({ network }: { network: Network }) {
  const { status, reason, notice, sweep_requested_at, balances } = network;
  const problem = nodeProblemText(network);
  const differing = balances.filter(({ difference }) => !isZero(difference)).map(({ coin }) => coin);
  return (
    <>
      {status === "halted" && (
        <Banner severity="warn">
          <span className="block">{reason ?? i18n._("Halted without a reason.")}</span>
          <span className="block text-13 text-ink-2">
            {notice
              ? i18n._("Clients see: {notice}", { notice })
              : i18n._("Clients see that the network is paused.")}
          </span>
        </Banner>
      )}
      {problem !== null && (
        <Banner severity="error">
          <span className="block">{problem}</span>
          <span className="block text-13 text-ink-2">
            {i18n._("No deposits are credited and no withdrawals are sent meanwhile.")}
          </span>
        </Banner>
      )}
      {differing.length > 0 && (
        <Banner severity="error">
          {i18n._("Chain and ledger differ: {coins}. If it lasts, an incident is opened.", {
            coins: differing.join(", "),
          })}
        </Banner>
      )}
      {sweep_requested_at !== null && (
        <Banner severity="info">
          {i18n._("Sweep in progress. It ends once everything is on its way to the hot wallet.")}
        </Banner>
      )}
    </>
  );
}

function NetworkFacts({ network }: { network: Network }) {
  const { height, node_height, lag, node_seen_at, confirmations, hot_address } = network;
  const checkedAt = network.balances[0]?.checked_at;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-14 md:grid-cols-3 xl:grid-cols-7">
      <Fact name={i18n._("Followed up to block")}>
        <span className="tabular-nums">{formatCount(height)}</span>
        {lag > 0 && (
          <Badge severity="warn">
            {i18n._("{lag, plural, one {# block behind} other {# blocks behind}}", { lag })}
          </Badge>
        )}
      </Fact>
      <Fact name={i18n._("Node’s latest block")}>
        <span className="tabular-nums">{formatCount(node_height)}</span>
      </Fact>
      <Fact name={i18n._("Node last seen")}>
        {node_seen_at === null ? i18n._("Never") : <Moment at={node_seen_at} />}
      </Fact>
      <Fact name={i18n._("Confirmations")}>{confirmations}</Fact>
      <Fact name={i18n._("Balances checked")}>
        {checkedAt === undefined ? i18n._("Not yet") : <Moment at={checkedAt} />}
      </Fact>
      <Fact name={i18n._("Hot wallet address")} isWide>
        {hot_address === null ? (
          i18n._("none")
        ) : (
          <HashText
            text={hot_address}
            copyLabel={i18n._("Copy address")}
            href={addressUrl(network, hot_address)}
          />
        )}
      </Fact>
    </dl>
  );
}

function NetworkActions({ network }: { network: Network }) {
  const may = useMay();
  const [asked, setAsked] = useState<"halt" | "resume" | "sweep" | null>(null);
  const close = () => setAsked(null);
  if (!may("ledger_adjust")) return null;

  return (
    <div className="flex flex-wrap gap-2">
      {network.status === "enabled" ? (
        <>
          <Button
            severity="secondary"
            size="small"
            icon="arrow-down-to-line"
            disabled={network.sweep_requested_at !== null}
            onClick={() => setAsked("sweep")}
          >
            {i18n._("Sweep now")}
          </Button>
          <Button severity="secondary" size="small" icon="pause" onClick={() => setAsked("halt")}>
            {i18n._("Halt")}
          </Button>
        </>
      ) : (
        <Button severity="secondary" size="small" icon="play" onClick={() => setAsked("resume")}>
          {i18n._("Resume")}
        </Button>
      )}
      <HaltDialog network={network} open={asked === "halt"} onClose={close} />
      <ResumeDialog network={network} open={asked === "resume"} onClose={close} />
      <SweepDialog network={network} open={asked === "sweep"} onClose={close} />
    </div>
  );
}
