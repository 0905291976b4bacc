import { Icon } from "@/design/icon";

interface NewsCoverProps {
  cover: string | null;
  /** Whether it is at the top of the page, where it must not wait for scrolling. */
  isFirst?: boolean;
}

/** The picture of an entry, decorative: its place is reserved before it has loaded. */
export function NewsCover({ cover, isFirst = false }: NewsCoverProps) {
  return (
    <div className="flex aspect-video items-center justify-center overflow-hidden rounded-card border border-line bg-shelf text-ink-3">
      {cover === null ? (
        <Icon name="newspaper" size={32} />
      ) : (
        <img
          src={cover}
          alt=""
          loading={isFirst ? "eager" : "lazy"}
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
