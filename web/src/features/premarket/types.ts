import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type Premarket = Schemas["PreMarketSummary"];
export type PremarketDetail = Schemas["PreMarketDetail"];
export type PremarketStatus = Premarket["status"];
export type PremarketBook = Schemas["PreMarketBook"];
export type PremarketLevel = PremarketBook["bids"][number];
export type PremarketTrade = Schemas["PreMarketTrade"];
export type PremarketCandle = Schemas["PreMarketCandle"];
export type PremarketOrder = Schemas["PreMarketOrderView"];
export type PremarketSide = PremarketOrder["side"];
export type PremarketContract = Schemas["ContractView"];
export type ProtectionBalance = Schemas["ProtectionBalance"];
export type NewPremarketOrder = Schemas["NewPreMarketOrder"];
