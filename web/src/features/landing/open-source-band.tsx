import { i18n } from "@lingui/core";
import { Band } from "./band";
import { FactList } from "./fact-list";

function facts() {
  return [
    {
      title: i18n._("Apache-2.0"),
      text: i18n._(
        "Read it, change it, run it, build a business on it. The licence covers the matching engine as well as the pages.",
      ),
    },
    {
      title: i18n._("One command, one machine"),
      text: i18n._(
        "Web client, exchange and database start together, and a restart goes on where the last run stopped.",
      ),
    },
    {
      title: i18n._("No outside service"),
      text: i18n._(
        "Ledger, engine and wallets run where the operator runs them, on the operator’s own nodes and keys.",
      ),
    },
    {
      title: i18n._("Nothing else in your browser"),
      text: i18n._(
        "Scripts, styles and fonts of the public pages come from this site alone, and a strict content policy holds them to it. No trackers.",
      ),
    },
  ];
}

export function OpenSourceBand() {
  return (
    <Band
      id="open-source"
      tone="deep"
      title={i18n._("Open to the last line")}
      lead={i18n._(
        "An exchange asks for a great deal of trust. Showing how it works is the least it can give back.",
      )}
    >
      <FactList facts={facts()} />
    </Band>
  );
}
