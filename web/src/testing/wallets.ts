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

/** What withdrawing BTC costs. */
export function aWithdrawalFee(parts: Partial<Schemas["WithdrawalFee"]> = {}): Schemas["WithdrawalFee"] {
  return {
    coin: "BTC",
    network: "btc",
    name: "Bitcoin",
    fee: "0.0001",
    min: "0.001",
    max: "10",
    decimals: 8,
    status: "enabled",
    ...parts,
  };
}

/** No hold, 900 of 1,000 USDT left, and a mailed code alone. */
export function someWithdrawalLimits(
  parts: Partial<Schemas["WithdrawalLimits"]> = {},
): Schemas["WithdrawalLimits"] {
  return {
    hold: null,
    day: { limit: "1000", used: "100", left: "900", resets_at: 1_900_000_000 },
    review_above: "10000",
    allow_list_only: false,
    methods: ["email"],
    ...parts,
  };
}

/** 0.5 BTC that wait for the mailed code. */
export function aWithdrawal(parts: Partial<Schemas["WithdrawalView"]> = {}): Schemas["WithdrawalView"] {
  const now = Math.floor(Date.now() / 1000);
  return {
    id: "w1",
    coin: "BTC",
    network: "btc",
    address: "bc1qreceiver0000",
    memo: null,
    amount: "0.5",
    fee: "0.0001",
    receive: "0.4999",
    status: "awaiting_confirmation",
    reason: null,
    tx_id: null,
    confirmations: 0,
    required_confirmations: 3,
    created_at: now,
    updated_at: now,
    expires_at: now + 600,
    is_internal: false,
    ...parts,
  };
}

export function aSavedAddress(parts: Partial<Schemas["SavedAddressView"]> = {}): Schemas["SavedAddressView"] {
  return {
    id: "a1",
    coin: "BTC",
    network: "btc",
    address: "bc1qsaved00000000",
    memo: null,
    label: "Ledger",
    allowed_at: 1_700_000_000,
    ...parts,
  };
}
