import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { describeProblem } from "@/api/form-problems";
import { addressUrl, type Network } from "@/api/networks";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { CopyButton } from "@/design/copy-button";
import { ErrorState } from "@/design/error-state";
import { Icon } from "@/design/icon";
import { QrCode } from "@/design/qr-code";
import { Skeleton } from "@/design/skeleton";
import { formatAmount } from "@/lib/format-number";
import { type DepositAddress, depositAddressQuery } from "./api";

/** The client's address for a coin on a network, and what must not be sent to it. */
export function DepositAddressCard({ network }: { network: Network }) {
  const { coin, name } = network;
  const { data, error, isFetching, refetch } = useQuery(depositAddressQuery(coin, network.network));
  return (
    <Card title={i18n._("Your {coin} address", { coin })}>
      <div className="flex flex-col gap-4">
        {network.is_development && (
          <Banner severity="info">{i18n._("Development chain: these coins are worth nothing.")}</Banner>
        )}
        {data ? (
          <Address address={data} network={network} />
        ) : error ? (
          <ErrorState
            title={i18n._("Couldn’t get your address")}
            detail={describeProblem(error)}
            pending={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <AddressSkeleton />
        )}
        <Banner severity="warn">
          {i18n._("Send only {coin} over {name}. Coins sent over another network are lost.", { coin, name })}
        </Banner>
        <Rejections network={network} />
      </div>
    </Card>
  );
}

function Address({
  address: { address, uri, memo },
  network,
}: {
  address: DepositAddress;
  network: Network;
}) {
  const { coin, name } = network;
  const href = addressUrl(network, address);
  return (
    <div className="flex gap-6 max-sm:flex-col sm:items-center">
      <div className="flex shrink-0 justify-center">
        <QrCode value={uri} label={i18n._("QR code of your {coin} address", { coin })} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <CopiedText
          label={i18n._("{coin} address on {name}", { coin, name })}
          text={address}
          copyLabel={i18n._("Copy address")}
        />
        {memo !== null && (
          <CopiedText
            label={network.memo_label ?? i18n._("Memo")}
            text={memo}
            copyLabel={i18n._("Copy memo")}
          />
        )}
        <p className="text-13 text-ink-2">{i18n._("This address is yours and stays the same.")}</p>
        {href !== undefined && (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1.5 self-start text-13 text-accent underline-offset-4 hover:underline"
          >
            {i18n._("View in block explorer")}
            <Icon name="external-link" size={14} />
          </a>
        )}
      </div>
    </div>
  );
}

function CopiedText({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-medium text-13 text-ink-2">{label}</p>
      <p className="break-all font-mono text-16 text-ink">{text}</p>
      <div className="mt-3">
        <CopyButton showLabel size="normal" severity="primary" value={text} label={copyLabel} />
      </div>
    </div>
  );
}

/** What would not be credited. */
function Rejections({
  network: { coin, name, standard, min_deposit, contract_address },
}: {
  network: Network;
}) {
  const least = formatAmount(min_deposit);
  const rejections = [
    i18n._("Deposits below {least} {coin} wait until they reach it together.", { least, coin }),
    contract_address === null
      ? i18n._("Tokens and other coins sent to this address are not credited.")
      : i18n._("Other tokens are not credited, also those called {coin} with another contract.", { coin }),
    contract_address === null
      ? i18n._("Anything sent over a network other than {name} is lost.", { name })
      : i18n._("Anything sent over a network other than {name} ({standard}) is lost.", { name, standard }),
  ];
  return (
    <div className="text-13 text-ink-2">
      <h4 className="mb-2 font-medium text-ink">{i18n._("Not credited")}</h4>
      <ul className="flex flex-col gap-1.5">
        {rejections.map((rejection) => (
          <li key={rejection} className="flex gap-2">
            <Icon name="x" size={14} className="mt-0.5 shrink-0 text-ink-3" />
            <span className="min-w-0">{rejection}</span>
          </li>
        ))}
      </ul>
      {contract_address !== null && (
        <p className="mt-3 break-all">
          {i18n._("Contract of {coin}:", { coin })} <code className="font-mono">{contract_address}</code>
        </p>
      )}
    </div>
  );
}

function AddressSkeleton() {
  return (
    <div role="status" className="flex gap-6 max-sm:flex-col sm:items-center">
      <span className="sr-only">{i18n._("Loading")}</span>
      <Skeleton shape="block" className="size-44" />
      <div className="min-w-0 grow">
        <Skeleton shape="text" lines={3} />
      </div>
    </div>
  );
}
