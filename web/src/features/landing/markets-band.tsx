import { useOverviewFeed } from "./overview-feed";

/** The pairs that move most, once they are known. */
export function MarketsBand() {
  const { overview, icons, parts } = useOverviewFeed();
  return parts && overview && <parts.MoversBand overview={overview} icons={icons} />;
}
