import type { components } from "@/api/generated/schema";
import { compare } from "@/lib/decimal";

type Schemas = components["schemas"];

export type Level = readonly [price: string, quantity: string];

export type DepthSnapshot = Omit<Schemas["DepthSnapshotMessage"], "channel">;
export type DepthUpdate = Omit<Schemas["DepthUpdateMessage"], "channel">;

const CHECKSUM_LEVELS = 10;

/** A local copy of an order book: a snapshot and the updates since, verified by checksum. */
export class DepthBook {
  /** Best first. An unchanged level keeps its identity. */
  bids: Level[] = [];
  asks: Level[] = [];
  private seq = 0;

  replace({ seq, bids, asks }: DepthSnapshot): void {
    this.seq = seq;
    this.bids = [...bids];
    this.asks = [...asks];
  }

  /** Applies an update. False after a sequence gap or a wrong checksum: the copy must be replaced. */
  update({ first_seq, last_seq, bids, asks, checksum }: DepthUpdate): boolean {
    if (last_seq <= this.seq) return true;
    if (first_seq > this.seq + 1) return false;
    this.seq = last_seq;
    for (const level of bids) applyLevel(this.bids, level, -1);
    for (const level of asks) applyLevel(this.asks, level, 1);
    return checksumOf(this.bids, this.asks) === checksum;
  }
}

/** The checksum of the best levels, computed the same way by the server. */
export function checksumOf(bids: readonly Level[], asks: readonly Level[]): number {
  const checked = [...bids.slice(0, CHECKSUM_LEVELS), ...asks.slice(0, CHECKSUM_LEVELS)];
  return crc32(checked.map(([price, quantity]) => `${price}:${quantity}`).join(":"));
}

/** Inserts, replaces or removes a level by binary search; `direction` is 1 where the lowest price is best. */
function applyLevel(levels: Level[], level: Level, direction: 1 | -1): void {
  const [price, quantity] = level;
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(levels[middle]?.[0] ?? "0", price) * direction;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  const found = levels[low];
  const exists = found !== undefined && compare(found[0], price) === 0;
  if (quantity === "0") {
    if (exists) levels.splice(low, 1);
  } else levels.splice(low, exists ? 1 : 0, level);
}

const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The unsigned CRC-32 (as of zip and PNG) of a text of plain ASCII. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    sum = (TABLE[(sum ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
