import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { addressUrl, transactionUrl } from "@/api/networks";
import { Card } from "@/design/card";
import { HashText } from "@/design/hash-text";
import { Icon } from "@/design/icon";
import { Money } from "@/design/money";
import { networksQuery } from "./api";
import { riskText } from "./texts";
import { ClientLink, Fact, Facts, Moment } from "./wallet-facts";
import type { Withdrawal } from "./withdrawal-api";
import { WithdrawalBadge } from "./withdrawal-queue";

/** A withdrawal with all that a decision needs. */
export function WithdrawalView({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <Card title={i18n._("Withdrawal")} actions={<WithdrawalBadge status={withdrawal.status} />}>
      <p className="font-semibold text-28">
        <Money amount={withdrawal.amount} coin={withdrawal.coin} />
      </p>
      <p className="mb-4 text-13 text-ink-2">
        {withdrawal.value === null ? (
          i18n._("Value unknown")
        ) : (
          <>
            ≈ <Money amount={withdrawal.value} coin="USDT" />
          </>
        )}
      </p>
      <Risks withdrawal={withdrawal} />
      <WithdrawalFacts withdrawal={withdrawal} />
    </Card>
  );
}

function Risks({ withdrawal: { risks } }: { withdrawal: Withdrawal }) {
  return (
    <section className="mb-4 rounded-card border border-line bg-shelf px-4 py-3">
      <h4 className="mb-2 font-medium text-13 text-ink-2">{i18n._("Risks")}</h4>
      {risks.length === 0 ? (
        <p className="text-14">{i18n._("None found.")}</p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-14">
          {risks.map((risk) => (
            <li key={risk} className="flex gap-2">
              <Icon name="triangle-alert" className="mt-0.5 shrink-0 text-warn" />
              {riskText(risk)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { coin, address, memo, tx_id, reason, confirmed_at, receiver_id } = withdrawal;
  const networks = useQuery(networksQuery);
  const network = networks.data?.items.find(({ network: key }) => key === withdrawal.network);
  return (
    <Facts>
      <Fact name={i18n._("Client")} isWide>
        <ClientLink id={withdrawal.client_id} name={withdrawal.client_email} />
      </Fact>
      <Fact name={i18n._("Address")} isWide>
        <HashText
          isWhole
          text={address}
          copyLabel={i18n._("Copy address")}
          href={addressUrl(network, address)}
        />
      </Fact>
      {memo !== null && <Fact name={i18n._("Memo")}>{memo}</Fact>}
      <Fact name={i18n._("Network")}>{network?.name ?? withdrawal.network}</Fact>
      {receiver_id !== null && (
        <Fact name={i18n._("Internal transfer to")}>
          <ClientLink id={receiver_id} />
        </Fact>
      )}
      <Fact name={i18n._("Client receives")}>
        <Money amount={withdrawal.receive} coin={coin} />
      </Fact>
      <Fact name={i18n._("Fee")}>
        <Money amount={withdrawal.fee} coin={coin} />
      </Fact>
      <Fact name={i18n._("Requested")}>
        <Moment at={withdrawal.created_at} />
      </Fact>
      <Fact name={i18n._("Confirmed by the client")}>
        {confirmed_at === null ? i18n._("Not yet") : <Moment at={confirmed_at} />}
      </Fact>
      {reason !== null && (
        <Fact name={i18n._("Reason")} isWide>
          {reason}
        </Fact>
      )}
      {tx_id !== null && (
        <Fact name={i18n._("Transaction")} isWide>
          <HashText
            isWhole
            text={tx_id}
            copyLabel={i18n._("Copy transaction ID")}
            href={transactionUrl(network, tx_id)}
          />
        </Fact>
      )}
    </Facts>
  );
}
