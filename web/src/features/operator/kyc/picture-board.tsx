import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import type { CasePhotos } from "./api";
import { type PictureView, PictureViewer } from "./picture-viewer";
import { slotsOf } from "./slots";
import { pictureName } from "./texts";

interface PictureBoardProps {
  photos: CasePhotos;
  Picture: PictureView;
}

/** Everything the client has sent, side by side. */
export function PictureBoard({ photos, Picture }: PictureBoardProps) {
  const slots = slotsOf(photos);
  return (
    <section aria-label={i18n._("Photos")} className="@container min-w-0">
      <div
        className={classNames(
          "grid gap-3 @md:grid-cols-2",
          slots.length > 2 && "@3xl:grid-cols-3 @md:@max-3xl:*:last:col-span-2",
        )}
      >
        {slots.map(({ slot, url }) => (
          <PictureViewer
            key={url}
            url={url}
            name={pictureName(slot)}
            Picture={Picture}
            frameClass="h-52 @3xl:h-80"
          />
        ))}
      </div>
    </section>
  );
}
