import { Icon, type IconName } from "@/design/icon";
import type { News, NewsCategory } from "./news-api";

const CATEGORY_ICONS: Record<NewsCategory, IconName> = {
  announcement: "newspaper",
  listing: "coins",
  product: "rocket",
  maintenance: "settings",
  market: "chart-candlestick",
};

interface NewsCoverProps {
  entry: Pick<News, "cover" | "category">;
  /** Whether it is at the top of the page, where it must not wait for scrolling. */
  isFirst?: boolean;
}

/** The picture of an entry, decorative: its place is reserved before it has loaded. */
export function NewsCover({ entry, isFirst = false }: NewsCoverProps) {
  return (
    <div className="flex aspect-video items-center justify-center overflow-hidden rounded-card border border-line bg-shelf text-accent">
      {entry.cover === null ? (
        <Icon name={CATEGORY_ICONS[entry.category]} size={40} />
      ) : (
        <img
          src={entry.cover}
          alt=""
          loading={isFirst ? "eager" : "lazy"}
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
