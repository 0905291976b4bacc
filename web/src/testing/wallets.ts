import type { components } from "@/api/generated/schema";
import type { Network } from "@/api/networks";

type Schemas = components["schemas"];

/** Bitcoin, enabled. */
export function aNetwork(parts: Partial<Network> = {}): Network {
  return {
    coin: "BTC",
    network: "btc",
    name: "Bitcoin",
    standard: "Native SegWit",
    contract_address: null,
    memo_required: false,
    memo_label: null,
    min_deposit: "0.0001",
    credit_confirmations: 3,
    eta_minutes: 30,
    status: "enabled",
    notice: null,
    is_development: false,
    explorer_tx: "https://explorer.example/tx/{tx_id}",
    explorer_address: "https://explorer.example/address/{address}",
    ...parts,
  };
}

/** 0.5 BTC with the first of three confirmations. */
export function aDeposit(parts: Partial<Schemas["DepositView"]> = {}): Schemas["DepositView"] {
  return {
    id: "d1",
    coin: "BTC",
    network: "btc",
    amount: "0.5",
    address: "bc1qclient",
    memo: null,
    tx_id: "aa".repeat(32),
    output_index: 0,
    status: "confirming",
    confirmations: 1,
    required_confirmations: 3,
    created_at: Math.floor(new Date(2026, 10, 5, 7, 3).getTime() / 1000),
    credited_at: null,
    ...parts,
  };
}
