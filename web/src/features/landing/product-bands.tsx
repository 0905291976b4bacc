import { i18n } from "@lingui/core";
import { Band } from "./band";
import { LiveSlot } from "./live-slot";

export function ConvertBand() {
  return (
    <Band
      id="convert"
      tone="deep"
      title={i18n._("Convert in one step")}
      lead={i18n._(
        "Get a quote that holds for 10 seconds, then accept it. Quotes come from the order books, with the fee included.",
      )}
      link={{ to: "/exchanger", text: i18n._("Convert coins") }}
    >
      <LiveSlot name="convert" rows={4} />
    </Band>
  );
}

export function PremarketBand() {
  return (
    <Band
      id="pre-market"
      title={i18n._("Trade before listing")}
      lead={i18n._(
        "Agree on a price for a coin that isn’t out yet. Buyer and seller both lock collateral. If the seller doesn’t deliver, the buyer is compensated from it.",
      )}
      link={{ to: "/pre-market", text: i18n._("See pre-markets") }}
    >
      <LiveSlot name="premarket" rows={3} className="bg-deep" />
    </Band>
  );
}

export function EarnBand() {
  return (
    <Band
      id="earn"
      tone="deep"
      title={i18n._("Earn while you hold")}
      lead={i18n._(
        "Interest on coins you aren’t trading, counted every hour. Each product names its source of yield.",
      )}
      link={{ to: "/earn", text: i18n._("See earn products") }}
    >
      <LiveSlot name="earn" rows={4} />
    </Band>
  );
}

export function ApiBand() {
  return (
    <Band
      id="api"
      title={i18n._("Trade by API")}
      lead={i18n._(
        "The web app uses the same HTTP API as your programs. Market data needs no key; keys for trading and withdrawals have permissions of their own.",
      )}
      link={{ to: "/personal/settings", text: i18n._("Create an API key") }}
    >
      <LiveSlot name="api" rows={4} className="bg-deep" />
    </Band>
  );
}

export function LevelsBand() {
  return (
    <Band
      id="levels"
      tone="deep"
      title={i18n._("Levels and fees")}
      lead={i18n._(
        "Trading fees fall and withdrawal limits rise with your level. Every account can trade; every level can withdraw.",
      )}
      link={{ to: "/kyc-levels", text: i18n._("Compare levels") }}
    >
      <LiveSlot name="levels" rows={5} />
    </Band>
  );
}
