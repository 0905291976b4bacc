import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { conversionsKey } from "@/api/keys";
import { BY_CURSOR } from "@/api/queries";
import { serverNow } from "@/lib/server-clock";

type Schemas = components["schemas"];

export type ConvertTarget = Schemas["TargetView"];
export type QuoteDraft = Schemas["QuoteDraft"];
export type Quote = Schemas["QuoteView"];
export type Conversion = Schemas["ConversionView"];

/** How long the server keeps to a quote. */
export const QUOTE_LIFETIME_MS = 10_000;
const RATES_REFRESH_MS = 3_000;

/** A quote, and when it expires as of `serverNow()`. */
export type TimedQuote = { quote: Quote; until: number };

/** What a coin can be converted to, with indicative rates. */
export const convertRatesQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["convert-rates", symbol],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/v1/coins/exchange/{symbol}", { params: { path: { symbol } }, signal })),
    refetchInterval: RATES_REFRESH_MS,
  });

/** The client's conversions, newest first. */
export const conversionListQuery = infiniteQueryOptions({
  queryKey: [...conversionsKey, "list"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/v1/exchange", { params: { query: { cursor: pageParam, limit: 20 } }, signal })),
  ...BY_CURSOR,
});

export function useRequestQuote() {
  return useMutation({
    mutationFn: async (body: QuoteDraft): Promise<TimedQuote> => {
      const sentAt = serverNow();
      const quote = await unwrap(api.POST("/v1/exchange/quote", { body }));
      return { quote, until: expiryOf(quote, sentAt, serverNow()) };
    },
  });
}

/** The lifetime began between request and response, however well the server's clock is known. */
function expiryOf({ expires_at_ms }: Quote, sentAt: number, receivedAt: number): number {
  return Math.min(Math.max(expires_at_ms, sentAt + QUOTE_LIFETIME_MS), receivedAt + QUOTE_LIFETIME_MS);
}
