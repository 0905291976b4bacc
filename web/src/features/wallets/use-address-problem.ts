import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import type { Network } from "@/api/networks";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { addressCheckQuery } from "./address-api";
import { explainAddress } from "./withdraw-draft";

const PAUSE_MS = 300;

/** What is wrong with a typed address; null if nothing, or if it is not known yet. */
export function useAddressProblem(network: Network | undefined, address: string): string | null {
  const obvious = explainAddress(address);
  const isTyping = useDebouncedValue(address, PAUSE_MS) !== address;
  const canCheck = network !== undefined && address !== "" && obvious === null && !isTyping;
  // A check that fails is no obstacle: the server checks again when the address is used.
  const { data } = useQuery({
    ...addressCheckQuery(network?.coin ?? "", network?.network ?? "", address),
    enabled: canCheck,
  });
  if (obvious !== null || network === undefined || data?.is_valid !== false) return obvious;
  return i18n._("This is not a valid address on {name}.", { name: network.name });
}
