import { i18n } from "@lingui/core";

/** Dots in the place of a figure that nobody shall see over somebody's shoulder. */
export function HiddenFigure() {
  return (
    <>
      <span aria-hidden="true" className="tracking-widest">
        ••••••
      </span>
      <span className="sr-only">{i18n._("Hidden")}</span>
    </>
  );
}
