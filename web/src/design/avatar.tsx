import { useState } from "react";
import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";

interface AvatarProps {
  name: string;
  /** The image URL; initials are shown without one or if it fails to load. */
  src?: string | null | undefined;
  size?: "small" | "normal" | "large" | undefined;
  /** For when the name is shown beside it. */
  decorative?: boolean | undefined;
}

const SIZES = { small: "size-8 text-12", normal: "size-10 text-14", large: "size-16 text-20" };

export function Avatar({ name, src, size = "normal", decorative = false }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const className = classNames(
    "inline-flex shrink-0 select-none items-center justify-center rounded-full border border-line-strong bg-raised font-semibold text-ink-2",
    SIZES[size],
  );

  if (src && src !== failedSrc) {
    return (
      <img
        src={src}
        alt={decorative ? "" : name}
        onError={() => setFailedSrc(src)}
        className={classNames(className, "object-cover")}
      />
    );
  }
  const letters = initials(name) || <Icon name="user" />;
  return decorative ? (
    <span aria-hidden="true" className={className}>
      {letters}
    </span>
  ) : (
    <span role="img" aria-label={name} className={className}>
      {letters}
    </span>
  );
}

/** One or two initials of a name; the first letter of an e-mail address. */
export function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
