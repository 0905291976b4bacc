import { i18n } from "@lingui/core";

/** Dots instead of an amount that is hidden for privacy. */
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
