import { downloadCsv } from "@/api/csv-download";
import type { CsvLoad } from "@/design/csv-export";
import { type FillFilter, fillSearch, historySearch, type OrderFilter } from "./api";

/** All closed orders that match, as CSV. */
export function historyCsv(filter: OrderFilter): CsvLoad {
  return (parts) => downloadCsv({ path: `/v1/order?${toQuery(historySearch(filter))}`, ...parts });
}

/** All trades that match, as CSV. */
export function fillsCsv(filter: FillFilter): CsvLoad {
  return (parts) => downloadCsv({ path: `/v1/trades?${toQuery(fillSearch(filter))}`, ...parts });
}

function toQuery(search: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
