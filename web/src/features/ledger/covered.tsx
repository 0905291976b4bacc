import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { IconButton } from "@/design/icon-button";
import { changePortfolioView, usePortfolioView } from "@/session/portfolio-view";

/** A figure of somebody's own, or dots in its place while they do not want it seen. */
export function Covered({ children }: { children: ReactNode }) {
  const { isHidden } = usePortfolioView();
  if (!isHidden) return children;
  return (
    <>
      <span aria-hidden="true" className="tracking-widest">
        ••••••
      </span>
      <span className="sr-only">{i18n._("Hidden")}</span>
    </>
  );
}

export function CoverButton() {
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
