import { i18n } from "@lingui/core";
import { type ReactNode, useState } from "react";
import { useCoins } from "@/api/coins";
import type { Network } from "@/api/networks";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { formatAmount } from "@/lib/format-number";
import { CoinPicker } from "./coin-picker";
import { NetworkPicker } from "./network-picker";
import { useChosenNetwork } from "./use-chosen-network";
import { WithdrawForm } from "./withdraw-form";
import type { WithdrawalFee } from "./withdrawal-api";

interface NewWithdrawalProps {
  /** With their status for withdrawals. */
  networks: readonly Network[];
  fees: readonly WithdrawalFee[];
  /** Shown unless the URL names another. */
  preferredCoin: string | null;
  isPaused: boolean;
  /** The limit of the day. */
  limit: ReactNode;
  onRequested: (id: string) => void;
}

/** Coin, then network, then address and amount. */
export function NewWithdrawal(props: NewWithdrawalProps) {
  const { networks, fees, preferredCoin, isPaused, limit, onRequested } = props;
  // Kept: a balance that changes must not replace the coin of a form that is being filled in.
  const [preferred] = useState(preferredCoin);
  const { coin, network, networksOfCoin, chooseCoin, chooseNetwork } = useChosenNetwork(networks, preferred);
  const isSwitchedOff = useCoins().get(coin ?? "")?.withdraw === false;
  const termsOf = (one: Network) => fees.find((fee) => fee.coin === one.coin && fee.network === one.network);
  const terms = network && termsOf(network);

  function describe(one: Network): string {
    const known = termsOf(one);
    if (!known) return one.standard;
    return i18n._("Fee {fee} {coin} · min. {least} {coin} · about {minutes} min", {
      fee: formatAmount(known.fee),
      least: formatAmount(known.min),
      coin: one.coin,
      minutes: one.eta_minutes,
    });
  }

  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <Card title={i18n._("Coin and network")} footer={limit}>
        <div className="flex flex-col gap-5">
          <CoinPicker networks={networks} coin={coin} onChoose={chooseCoin} withUnlisted />
          {coin !== null && (
            <NetworkPicker
              coin={coin}
              networks={networksOfCoin}
              network={network?.network ?? null}
              hint={i18n._("Choose a network that the receiving wallet supports.")}
              switchedOff={
                isSwitchedOff
                  ? i18n._("Withdrawals of {coin} are switched off right now. Your balance is safe.", {
                      coin,
                    })
                  : null
              }
              describe={describe}
              onChoose={chooseNetwork}
            />
          )}
        </div>
      </Card>
      <Card title={i18n._("Address and amount")}>
        {network && terms ? (
          <div className="flex flex-col gap-4">
            {network.is_development && (
              <Banner severity="info">{i18n._("Development chain: these coins are worth nothing.")}</Banner>
            )}
            <WithdrawForm
              key={`${network.coin} ${network.network}`}
              network={network}
              terms={terms}
              isPaused={isPaused}
              onRequested={onRequested}
            />
          </div>
        ) : (
          <EmptyState icon="arrow-up-from-line" title={i18n._("Choose a network first")}>
            {i18n._("Networks that are not enabled can’t be chosen.")}
          </EmptyState>
        )}
      </Card>
    </div>
  );
}
