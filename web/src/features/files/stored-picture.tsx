import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { classNames } from "@/lib/class-names";
import { storedPictureQuery } from "./api";

interface StoredPictureProps {
  /** The server's url of the file: /api/v1/file/{id}. */
  url: string;
  alt: string;
  /** Sets the size of the frame. */
  className?: string | undefined;
}

/** A picture that only its owner may see. */
export function StoredPicture({ url, alt, className }: StoredPictureProps) {
  const picture = useQuery(storedPictureQuery(url));
  const [source, setSource] = useState<string | null>(null);

  useEffect(() => {
    if (!picture.data) return;
    const made = URL.createObjectURL(picture.data);
    setSource(made);
    return () => {
      setSource(null);
      URL.revokeObjectURL(made);
    };
  }, [picture.data]);

  return (
    <div
      className={classNames(
        "relative grid place-items-center overflow-hidden rounded-control border border-line bg-abyss text-ink-3",
        className,
      )}
    >
      {source && <img src={source} alt={alt} className="absolute inset-0 size-full object-contain" />}
      {!source && picture.isError && (
        <IconButton
          icon="refresh-cw"
          label={i18n._("Reload: {picture}", { picture: alt })}
          pending={picture.isFetching}
          onClick={() => void picture.refetch()}
        />
      )}
      {!source && !picture.isError && (
        <Icon
          name="image"
          size={20}
          label={i18n._("Loading: {picture}", { picture: alt })}
          className="motion-safe:animate-pulse"
        />
      )}
    </div>
  );
}
