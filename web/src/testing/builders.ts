import type { components } from "@/api/generated/schema";
import type { Client } from "@/session/client";
import type { ClientLevel, Level } from "@/session/levels";
import type { SiteConfig } from "@/session/site";

type Transaction = components["schemas"]["Transaction"];

const ALL_FEATURES = {
  convert: true,
  premarket: true,
  earn: true,
  news: true,
  apps: true,
  register: true,
  referral: false,
};

export function aSite(parts: Partial<SiteConfig> = {}): SiteConfig {
  return {
    sitename: "Clearwater",
    contacts: { telegram: "", email: "" },
    chatwoot: { domain: "", token: "", secret: "", pages: "all" },
    accent: "#35d0ba",
    logo: "/logo.svg",
    favicon: "/logo.svg",
    texts: { headline: "", lead: "", description: "" },
    features: { ...ALL_FEATURES },
    canonical_host: "localhost",
    demo: false,
    build: "build-1",
    languages: [{ tag: "en", name: "English", direction: "ltr" }],
    language: "en",
    ...parts,
  };
}

/** A client with a confirmed email and nothing else. */
export function aClient(parts: Partial<Client> = {}): Client {
  return {
    id: "0199a2f4-0000-7000-8000-000000000001",
    email: "ada@example.com",
    email_is_confirmed: true,
    username: null,
    avatar: null,
    sex: null,
    location: null,
    description: null,
    phone: null,
    anti_phishing_code_set: false,
    personal_info: {
      first_name: null,
      last_name: null,
      middle_name: null,
      birth_date: null,
      country: null,
      region: null,
      city: null,
      address: null,
      postal_code: null,
    },
    kyc: {
      status: "unverified",
      reason: null,
      submitted_at: null,
      type: null,
      message: null,
      photos: { selfie: null, document_front: null, document_back: null },
    },
    level: "guest",
    security: { totp: false, passkeys: 0 },
    language: "en",
    site_data: {},
    chat_identifier_hash: "",
    created_at: 1_700_000_000,
    ...parts,
  };
}

/** A site as operators see it. */
export function aStaffSite(parts: Partial<components["schemas"]["SiteForStaff"]> = {}) {
  return {
    id: "s1",
    version: 1,
    sitename: "Clearwater",
    hosts: ["localhost"],
    contact_telegram: "",
    contact_email: "",
    chat_domain: "",
    chat_token: "",
    chat_secret_is_set: false,
    chat_identity: "server",
    chat_pages: "all",
    accent: "#35d0ba",
    logo: "/logo.svg",
    favicon: "/logo.svg",
    languages: ["en", "es"],
    installed_languages: ["en", "es"],
    texts: {},
    features: { ...ALL_FEATURES },
    listed_pairs: null,
    seo: { index: true, canonical_host: "", google_verification: "", bing_verification: "" },
    canonical_host: "localhost",
    created_at: 1_700_000_000,
    ...parts,
  };
}

/** The second of a new site's default levels. */
export function aLevel(parts: Partial<Level> = {}): Level {
  return {
    key: "starter",
    rank: 1,
    name: "Starter",
    requirements: { kyc: true, two_factor: false, volume_30d: "500", balance: "100" },
    fees: { maker: "0.0016", taker: "0.002" },
    limits: { withdraw_day: "50000" },
    features: ["earn", "brand_new_thing"],
    ...parts,
  };
}

/** The first three of a new site's default levels. */
export function someLevels(): Level[] {
  return [
    {
      key: "guest",
      rank: 0,
      name: "Guest",
      requirements: { kyc: false, two_factor: false, volume_30d: "0", balance: "0" },
      fees: { maker: "0.002", taker: "0.0025" },
      limits: { withdraw_day: "1000" },
      features: ["deposit", "spot"],
    },
    aLevel(),
    {
      key: "advanced",
      rank: 2,
      name: "Advanced",
      requirements: { kyc: true, two_factor: true, volume_30d: "25000", balance: "2500" },
      fees: { maker: "0.001", taker: "0.0015" },
      limits: { withdraw_day: "250000" },
      features: [],
    },
  ];
}

/** A guest who meets no requirement of the next level. */
export function aClientLevel(parts: Partial<ClientLevel> = {}): ClientLevel {
  return {
    key: "guest",
    rank: 0,
    name: "Guest",
    volume_30d: "0",
    balance: "0",
    next: { key: "starter", missing: { kyc: true, volume_30d: "500", balance: "100" } },
    withdraw: { used_day: "0", left_day: "1000", resets_at: 1_800_000_000 },
    ...parts,
  };
}

/** A completed purchase of 0.5 BTC. */
export function aTransaction(id: number, parts: Partial<Transaction> = {}): Transaction {
  return {
    id,
    type: "trade",
    coin: "BTC",
    amount: "0.5",
    fee: null,
    status: "completed",
    network: null,
    address: null,
    tx_id: null,
    confirmations: null,
    required_confirmations: null,
    reference: `trade:${id}`,
    created_at: Math.floor(new Date(2026, 10, 5, 7, 3).getTime() / 1000),
    ...parts,
  };
}
