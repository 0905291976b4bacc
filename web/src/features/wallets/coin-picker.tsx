import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { coinsQuery, everyCoinQuery } from "@/api/coins";
import type { Network } from "@/api/networks";
import { CoinIcon } from "@/design/coin-icon";
import { Combobox } from "@/design/combobox";
import { Field } from "@/design/field";

interface CoinPickerProps {
  networks: readonly Network[];
  coin: string | null;
  onChoose: (coin: string) => void;
  /** Whether coins that the site does not list can be chosen, too. */
  withUnlisted?: boolean;
}

/** All coins; those without a network cannot be chosen. */
export function CoinPicker({ networks, coin, onChoose, withUnlisted = false }: CoinPickerProps) {
  const { data: coins = [] } = useQuery(withUnlisted ? everyCoinQuery : coinsQuery);
  const onChain = new Set(networks.map((network) => network.coin));
  const options = coins.map(({ symbol, name, icon }) => ({
    value: symbol,
    label: symbol,
    hint: onChain.has(symbol) ? name : i18n._("No network yet"),
    icon: <CoinIcon symbol={symbol} icon={icon} size={20} />,
    disabled: !onChain.has(symbol),
  }));
  return (
    <Field label={i18n._("Coin")}>
      <Combobox
        options={options}
        value={coin}
        placeholder={i18n._("Choose a coin")}
        onValueChange={(next) => next !== null && onChoose(next)}
      />
    </Field>
  );
}
