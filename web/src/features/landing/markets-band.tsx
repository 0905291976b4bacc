import { useOverviewFeed } from "./overview-feed";

/** The top movers, once loaded. */
export function MarketsBand() {
  const { overview, icons, parts } = useOverviewFeed();
  return parts && overview && <parts.MoversBand overview={overview} icons={icons} />;
}
