import * as v from "valibot";
import type { PairDraft, Placement } from "./desk-store";
import type { Draft } from "./draft";
import type { NamedOrder } from "./placing";
import { ORDER_TYPES, SELF_TRADE_PREVENTIONS, SIDES, TIMES_IN_FORCE } from "./texts";

const MAX_TEXT = 64;
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));

const draftSchema = v.object({
  side: v.picklist(SIDES),
  type: v.picklist(ORDER_TYPES),
  price: text,
  stopPrice: text,
  stopLimitPrice: text,
  trailing: text,
  sizedBy: v.picklist(["amount", "total"]),
  size: text,
  timeInForce: v.picklist(TIMES_IN_FORCE),
  expiresAt: text,
  postOnly: v.boolean(),
  displayQuantity: text,
  selfTradePrevention: v.picklist(SELF_TRADE_PREVENTIONS),
}) satisfies v.GenericSchema<unknown, Draft>;

const orderSchema = v.object({
  client_order_id: text,
  symbol: text,
  side: v.picklist(SIDES),
  type: v.picklist(ORDER_TYPES),
  quantity: v.exactOptional(text),
  quote_quantity: v.exactOptional(text),
  price: v.exactOptional(text),
  stop_price: v.exactOptional(text),
  stop_limit_price: v.exactOptional(text),
  trailing_delta_bps: v.exactOptional(v.number()),
  display_quantity: v.exactOptional(text),
  time_in_force: v.picklist(TIMES_IN_FORCE),
  expire_at: v.exactOptional(v.number()),
  post_only: v.boolean(),
  self_trade_prevention: v.picklist(SELF_TRADE_PREVENTIONS),
}) satisfies v.GenericSchema<unknown, NamedOrder>;

const pairDraftSchema = v.object({ draft: draftSchema, hasChosenPrice: v.boolean() });
const placementSchema = v.object({ order: orderSchema, tickSize: text, draft: v.nullable(draftSchema) });

type Stored = Readonly<Record<string, unknown>>;

/** Parses drafts and orders stored by any version of the page; invalid ones are dropped. */
export function parseStored(
  storedDrafts: Stored,
  storedOrders: Stored,
): { drafts: Record<string, PairDraft>; placements: Record<string, Placement> } {
  const drafts: Record<string, PairDraft> = {};
  const placements: Record<string, Placement> = {};
  for (const [symbol, value] of Object.entries(storedDrafts)) {
    const { success, output } = v.safeParse(pairDraftSchema, value);
    if (success) drafts[symbol] = { ...output, prefillVersion: 0 };
  }
  for (const [id, value] of Object.entries(storedOrders)) {
    const { success, output } = v.safeParse(placementSchema, value);
    if (success && output.order.client_order_id === id) placements[id] = toPlacement(output, drafts);
  }
  for (const [symbol, known] of Object.entries(drafts)) {
    const isSent = Object.values(placements).some(({ draft }) => draft === known.draft);
    // A price that was not chosen was the market price of that time.
    if (!known.hasChosenPrice && !isSent) drafts[symbol] = { ...known, draft: { ...known.draft, price: "" } };
  }
  return { drafts, placements };
}

/** Restores the identity of an order's draft, which the response needs to clear the form. */
function toPlacement(
  stored: v.InferOutput<typeof placementSchema>,
  drafts: Readonly<Record<string, PairDraft>>,
): Placement {
  const current = drafts[stored.order.symbol]?.draft;
  const isCurrent = JSON.stringify(current) === JSON.stringify(stored.draft);
  return {
    ...stored,
    draft: (isCurrent && current) || null,
    // It is looked up immediately.
    isPending: true,
    unconfirmed: { isKnownAbsent: false },
  };
}
