import { Link } from "@tanstack/react-router";

/** The name of a pair, as a link that covers its row. */
export function PairLink({ symbol }: { symbol: string }) {
  const [base, quote] = symbol.split("-");
  return (
    <Link
      to="/trading/$pair"
      params={{ pair: symbol }}
      className="block truncate font-medium text-14 text-ink after:absolute after:inset-0 after:content-['']"
    >
      {base}
      <span className="font-normal text-ink-3">/{quote}</span>
    </Link>
  );
}
