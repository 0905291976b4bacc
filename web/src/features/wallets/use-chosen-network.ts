import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Network } from "@/api/networks";
import { textOf } from "@/lib/text-of";

export type NetworkChoice = {
  coin: string | null;
  /** Null until an enabled network of the coin is chosen. */
  network: Network | null;
  networksOfCoin: readonly Network[];
  chooseCoin: (coin: string) => void;
  chooseNetwork: (network: string) => void;
};

/** The coin and the network in the URL; without a coin there, the preferred one, or the first. */
export function useChosenNetwork(networks: readonly Network[], preferred: string | null): NetworkChoice {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const coin = textOf(search.coin) || (preferred ?? firstCoin(networks));
  const networksOfCoin = networks.filter((each) => each.coin === coin);

  function show(wanted: { coin: string | undefined; network?: string }) {
    void navigate({ to: ".", search: wanted, resetScroll: false, replace: true });
  }

  return {
    coin,
    network: chosenOf(networksOfCoin, textOf(search.network)),
    networksOfCoin,
    chooseCoin: (next) => show({ coin: next }),
    chooseNetwork: (network) => show({ coin: coin ?? undefined, network }),
  };
}

/** The server lists enabled networks first. */
function firstCoin(networks: readonly Network[]): string | null {
  return networks[0]?.coin ?? null;
}

/** With several networks the client chooses: the wrong one loses the coins. */
function chosenOf(networks: readonly Network[], wanted: string): Network | null {
  const enabled = networks.filter(({ status }) => status === "enabled");
  return (
    enabled.find(({ network }) => network === wanted) ?? (enabled.length === 1 ? (enabled[0] ?? null) : null)
  );
}
