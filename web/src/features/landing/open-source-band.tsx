import { i18n } from "@lingui/core";
import { Band, FactList } from "./band";

function facts() {
  return [
    {
      title: i18n._("Apache-2.0"),
      text: i18n._(
        "Read it, change it, run it, build a business on it. The license covers everything, including the matching engine.",
      ),
    },
    {
      title: i18n._("One command, one machine"),
      text: i18n._(
        "Web client, exchange and database start together. After a restart, trading continues where it stopped.",
      ),
    },
    {
      title: i18n._("No third-party services"),
      text: i18n._("Operators run the ledger, engine and wallets themselves, with their own nodes and keys."),
    },
    {
      title: i18n._("No trackers"),
      text: i18n._(
        "Public pages load scripts, styles and fonts only from this site, enforced by a strict content security policy.",
      ),
    },
  ];
}

export function OpenSourceBand() {
  return (
    <Band
      id="open-source"
      tone="deep"
      title={i18n._("Fully open source")}
      lead={i18n._("You trust an exchange with your funds. You should be able to check how it works.")}
    >
      <FactList facts={facts()} />
    </Band>
  );
}
