import { i18n } from "@lingui/core";
import { useState } from "react";
import { useCoins } from "@/api/coins";
import type { Network } from "@/api/networks";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { formatAmount } from "@/lib/format-number";
import { CoinPicker } from "./coin-picker";
import { DepositAddressCard } from "./deposit-address";
import { NetworkPicker } from "./network-picker";
import { useChosenNetwork } from "./use-chosen-network";

interface DepositFormProps {
  networks: readonly Network[];
  /** Shown unless the URL names another. */
  preferredCoin: string | null;
}

/** Coin, then network, then the address. */
export function DepositForm({ networks, preferredCoin }: DepositFormProps) {
  // Kept: a deposit that arrives must not replace the address on the screen.
  const [preferred] = useState(preferredCoin);
  const { coin, network, networksOfCoin, chooseCoin, chooseNetwork } = useChosenNetwork(networks, preferred);
  const isSwitchedOff = useCoins().get(coin ?? "")?.deposit === false;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start">
      <Card title={i18n._("Coin and network")}>
        <div className="flex flex-col gap-5">
          <CoinPicker networks={networks} coin={coin} onChoose={chooseCoin} />
          {coin !== null && (
            <NetworkPicker
              coin={coin}
              networks={networksOfCoin}
              network={network?.network ?? null}
              hint={i18n._("Choose the network you send from. The wrong one loses your coins.")}
              switchedOff={
                isSwitchedOff
                  ? i18n._("Deposits of {coin} are switched off right now. Choose another coin.", { coin })
                  : null
              }
              describe={describeNetwork}
              onChoose={chooseNetwork}
            />
          )}
        </div>
      </Card>
      {network ? (
        <DepositAddressCard key={network.network} network={network} />
      ) : (
        <NoNetwork networks={networksOfCoin} />
      )}
    </div>
  );
}

function describeNetwork({ coin, min_deposit, credit_confirmations, eta_minutes }: Network): string {
  return i18n._(
    "Min. {least} {coin} · {confirmations, plural, one {# confirmation} other {# confirmations}} · about {minutes} min",
    { least: formatAmount(min_deposit), coin, confirmations: credit_confirmations, minutes: eta_minutes },
  );
}

function NoNetwork({ networks }: { networks: readonly Network[] }) {
  const canChoose = networks.some(({ status }) => status === "enabled");
  return (
    <Card>
      {canChoose ? (
        <EmptyState icon="qr-code" title={i18n._("Choose a network")}>
          {i18n._("Your address appears here.")}
        </EmptyState>
      ) : (
        <EmptyState icon="qr-code" title={i18n._("No address for now")}>
          {i18n._("None of this coin’s networks takes deposits right now. Choose another coin.")}
        </EmptyState>
      )}
    </Card>
  );
}
