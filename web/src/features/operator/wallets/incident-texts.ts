import { i18n } from "@lingui/core";
import type { Incident } from "./api";

type Explanation = { title: string; advice: string };

/** What happened, and what to do; an unknown kind is shown by its key. */
export function explainIncident({ kind }: Pick<Incident, "kind">): Explanation {
  return explanations()[kind] ?? { title: readable(kind), advice: i18n._("See the details below.") };
}

const explanations = (): Record<string, Explanation> => ({
  credited_deposit_removed: {
    title: i18n._("Credited deposit is no longer in the chain"),
    advice: i18n._(
      "A reorganization removed the deposit’s block, but the client has the credit. Reverse it, or let the client keep it if the payment is in the chain again. Either way two people decide.",
    ),
  },
  deep_reorganisation: {
    title: i18n._("Deep reorganization"),
    advice: i18n._(
      "The network is halted. Check the node against others, decide on each removed deposit, then resume the network. If it halts again because the reorganization is too deep, enter the last block that didn’t change.",
    ),
  },
  other_chain: {
    title: i18n._("Node is on another chain"),
    advice: i18n._("The network is halted. Connect a node of the right chain, then resume it."),
  },
  fee_above_cap: {
    title: i18n._("Network fee above the cap"),
    advice: i18n._("Nothing is sent until the fee falls or the cap in networks.toml is raised."),
  },
  hot_wallet_low: {
    title: i18n._("Hot wallet too low"),
    advice: i18n._(
      "Withdrawals of this coin wait. Sweep the network, or refill the hot wallet from cold storage.",
    ),
  },
  gas_wallet_low: {
    title: i18n._("Gas wallet too low"),
    advice: i18n._(
      "Token deposits can’t be swept to the hot wallet. Send some of the network’s own coin to the gas wallet’s address below.",
    ),
  },
  house_funds_low: {
    title: i18n._("Exchange balance too low for network fees"),
    advice: i18n._("Network fees can’t be booked. Fund the treasury in this coin."),
  },
  ledger_disagrees: {
    title: i18n._("Ledger and chain disagree about a withdrawal"),
    advice: i18n._(
      "The ledger closed it differently than the chain. Compare both before anything is paid again.",
    ),
  },
  signer_unavailable: {
    title: i18n._("Signer doesn’t respond"),
    advice: i18n._("Nothing is signed or sent until the signer is back. It continues by itself."),
  },
  signing_refused: {
    title: i18n._("Signer refused a transaction"),
    advice: i18n._(
      "It broke one of the signer’s own rules, such as a cap. Find out why before you change a cap. A refused withdrawal is retried automatically.",
    ),
  },
  deposit_refused: {
    title: i18n._("Ledger refused a deposit"),
    advice: i18n._("The coins are on the client’s address but weren’t credited."),
  },
  final_transaction_removed: {
    title: i18n._("Final transaction is no longer in the chain"),
    advice: i18n._(
      "A reorganization removed it, and the network is halted. Once you resume it, payments are sent again as they were signed.",
    ),
  },
  transaction_replaced: {
    title: i18n._("Someone else spent from our wallet"),
    advice: i18n._(
      "Another transaction, made with our keys, took the place of this one. Halt the network and find out who has the keys.",
    ),
  },
  transaction_refused: {
    title: i18n._("Node refused a transaction"),
    advice: i18n._("It is tried again, and its fee is raised when it is late. Other payments continue."),
  },
  payment_refused: {
    title: i18n._("Token refuses a payment"),
    advice: i18n._(
      "Its contract may have blocked the address. The withdrawal waits; reject it to return the amount to the client.",
    ),
  },
  fee_not_covered: {
    title: i18n._("Fee can’t be raised"),
    advice: i18n._(
      "The transaction leaves too little change for a higher fee. It waits until a block takes it.",
    ),
  },
  node_behind: {
    title: i18n._("Node is far behind"),
    advice: i18n._(
      "It has fewer blocks than were already read. Nothing is credited or paid until it catches up.",
    ),
  },
  reconciliation_difference: {
    title: i18n._("Chain and ledger differ"),
    advice: i18n._("Compare the balances of the network. Halt it if you can’t explain the difference."),
  },
});

/** The name of a detail; an unknown one is shown by its key. */
export function detailName(key: string): string {
  switch (key) {
    case "reason":
      return i18n._("Reason");
    case "coin":
      return i18n._("Coin");
    case "address":
      return i18n._("Wallet address");
    case "tx_id":
      return i18n._("Transaction");
    case "deposit_id":
      return i18n._("Deposit ID");
    case "code":
      return i18n._("Code");
    case "detail":
      return i18n._("Message");
    case "difference":
      return i18n._("Difference, in the smallest unit");
    case "height":
      return i18n._("Block");
    case "reference":
      return i18n._("Reference");
    default:
      return readable(key);
  }
}

function readable(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A detail's value as text. */
export function detailText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
