import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { HiddenFigure } from "@/design/hidden-figure";
import { IconButton } from "@/design/icon-button";
import { changePortfolioView, usePortfolioView } from "@/session/portfolio-view";

/** An amount of the client, or dots while amounts are hidden. */
export function MaskedAmount({ children }: { children: ReactNode }) {
  const { isHidden } = usePortfolioView();
  return isHidden ? <HiddenFigure /> : children;
}

export function MaskButton() {
  const { isHidden } = usePortfolioView();
  return (
    <IconButton
      icon={isHidden ? "eye-off" : "eye"}
      label={isHidden ? i18n._("Show amounts") : i18n._("Hide amounts")}
      size="small"
      aria-pressed={isHidden}
      onClick={() => changePortfolioView({ isHidden: !isHidden })}
    />
  );
}
