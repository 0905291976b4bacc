/** The layer of popups, above dialogs. */
export const FLOATING_LAYER = "z-(--layer-popover) max-w-(--available-width) outline-none";

/** The look of popups: a border, and a shadow in addition. */
export const FLOATING_SURFACE =
  "origin-(--transform-origin) border border-line-strong bg-raised text-ink shadow-float outline-none transition-[opacity,scale] data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none";
