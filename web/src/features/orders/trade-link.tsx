import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";

/** The next step for clients without orders. */
export function TradeLink() {
  return (
    <Link to="/trading" className={buttonClass({ severity: "secondary", size: "small" })}>
      {i18n._("Start trading")}
    </Link>
  );
}
