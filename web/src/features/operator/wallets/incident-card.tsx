import { i18n } from "@lingui/core";
import { useState } from "react";
import { transactionUrl } from "@/api/networks";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { HashText } from "@/design/hash-text";
import { Money } from "@/design/money";
import { useMay } from "@/session/operator";
import type { Incident, Network } from "./api";
import { ResolveDialog } from "./incident-dialogs";
import { IncidentEnd } from "./incident-proposal";
import { detailName, detailText, explainIncident } from "./incident-texts";
import { ClientLink, Fact, Facts, Moment } from "./wallet-facts";

type IncidentCardProps = { incident: Incident; network: Network | undefined };

/** An incident: what happened, what to do, and the actions of this operator. */
export function IncidentCard({ incident, network }: IncidentCardProps) {
  const { title, advice } = explainIncident(incident);
  const isOpen = incident.resolved_at === null;
  return (
    <Card
      title={title}
      actions={
        isOpen ? (
          <Badge severity="warn" icon="triangle-alert">
            {i18n._("Open")}
          </Badge>
        ) : (
          <Badge severity="success" icon="check">
            {i18n._("Resolved")}
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isOpen && <p className="max-w-3xl text-pretty text-14 text-ink-2">{advice}</p>}
        <IncidentFacts incident={incident} network={network} />
        {isOpen && <Actions incident={incident} />}
      </div>
    </Card>
  );
}

function IncidentFacts({ incident, network }: IncidentCardProps) {
  const { amount, client_id, detail, resolved_at, remark } = incident;
  return (
    <Facts>
      <Fact name={i18n._("Network")}>{network?.name ?? incident.network}</Fact>
      <Fact name={i18n._("Opened")}>
        <Moment at={incident.opened_at} />
      </Fact>
      {client_id !== null && (
        <Fact name={i18n._("Client")}>
          <ClientLink id={client_id} />
        </Fact>
      )}
      {amount !== null && (
        <Fact name={i18n._("Credited amount")}>
          <Money amount={amount} coin={detailText(detail.coin)} />
        </Fact>
      )}
      {incident.subject !== incident.network && detail.tx_id === undefined && (
        <Fact name={i18n._("About")}>
          <span className="font-mono text-13 wrap-anywhere">{incident.subject}</span>
        </Fact>
      )}
      {Object.entries(detail)
        .filter(([key]) => !(key === "coin" && amount !== null))
        .map(([key, value]) => (
          <Fact key={key} name={detailName(key)}>
            <Detail name={key} text={detailText(value)} network={network} />
          </Fact>
        ))}
      {resolved_at !== null && (
        <Fact name={i18n._("Resolved")}>
          {incident.resolved_by} · <Moment at={resolved_at} />
        </Fact>
      )}
      {resolved_at !== null && remark !== null && <Fact name={i18n._("Remark")}>{remark}</Fact>}
    </Facts>
  );
}

type DetailProps = { name: string; text: string; network: Network | undefined };

function Detail({ name, text, network }: DetailProps) {
  if (name !== "tx_id") return text;
  return (
    <HashText
      isWhole
      text={text}
      copyLabel={i18n._("Copy transaction ID")}
      href={transactionUrl(network, text)}
    />
  );
}

function Actions({ incident }: { incident: Incident }) {
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  if (incident.needs_two) return <IncidentEnd incident={incident} />;
  if (!may("ledger_adjust")) return null;

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="small" severity="secondary" icon="check" onClick={() => setAsked(true)}>
          {i18n._("Resolve")}
        </Button>
      </div>
      <ResolveDialog incident={incident} open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}
