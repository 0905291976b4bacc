import { isDay } from "./day";
import { textOf } from "./text-of";
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from "./transaction-names";

export type TransactionFilter = {
  type: TransactionType | null;
  coin: string | null;
  status: TransactionStatus | null;
  /** Days as `YYYY-MM-DD` in the viewer's time zone, both inclusive. */
  from: string;
  to: string;
};

/** The filter as query parameters of the API: seconds, the end exclusive. */
export type TransactionQuery = {
  type?: TransactionType;
  coin?: string;
  status?: TransactionStatus;
  from?: number;
  to?: number;
};

const COIN = /^[A-Z0-9]{1,20}$/;

/** Parses the filter from search parameters; invalid ones are ignored. */
export function readTransactionFilter(search: Readonly<Record<string, unknown>>): TransactionFilter {
  return {
    type: TRANSACTION_TYPES.find((type) => type === search.type) ?? null,
    coin: COIN.test(textOf(search.coin)) ? textOf(search.coin) : null,
    status: TRANSACTION_STATUSES.find((status) => status === search.status) ?? null,
    from: readDay(search.from),
    to: readDay(search.to),
  };
}

export function isFiltered(filter: TransactionFilter): boolean {
  return Object.values(filter).some(Boolean);
}

export function transactionQueryOf({ type, coin, status, from, to }: TransactionFilter): TransactionQuery {
  const query: TransactionQuery = {};
  if (type) query.type = type;
  if (coin) query.coin = coin;
  if (status) query.status = status;
  if (from) query.from = startOfDay(from, 0);
  if (to) query.to = startOfDay(to, 1);
  return query;
}

function readDay(parameter: unknown): string {
  const day = textOf(parameter);
  return isDay(day) ? day : "";
}

/** The start of a day in seconds, plus a number of days. */
function startOfDay(day: string, later: number): number {
  const begin = new Date(`${day}T00:00:00`);
  begin.setDate(begin.getDate() + later);
  return Math.floor(begin.getTime() / 1000);
}
