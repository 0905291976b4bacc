import { i18n } from "@lingui/core";

function records() {
  return [
    {
      name: "cw:cookie-consent",
      purpose: i18n._("holds your cookie choice and when you made it, until you choose again or clear it."),
    },
    {
      name: "cw:favourites",
      purpose: i18n._("holds the pairs you have starred."),
    },
    {
      name: "cw:chart",
      purpose: i18n._("holds how you have set up the chart."),
    },
    {
      name: "cw:trading-layouts",
      purpose: i18n._("holds how you have arranged the trading page."),
    },
    {
      name: "cw:last-pair",
      purpose: i18n._("holds the pair you traded last, so that the trading page opens with it."),
    },
    {
      name: "cw:tape-least",
      purpose: i18n._("holds how large a trade must be to be listed, for each pair where you chose that."),
    },
    {
      name: "cw:hotkeys",
      purpose: i18n._("says whether single keys do something on the trading page."),
    },
    {
      name: "cw:portfolio-view",
      purpose: i18n._("says whether your amounts are covered and which coin the total is told in."),
    },
    {
      name: "cw:account:…",
      purpose: i18n._(
        "hold copies of your account’s choices on this device: appearance, favorites, chart, layouts, and whether orders skip confirmation. They are removed when you sign out.",
      ),
    },
    {
      name: "cw:chunk-reloaded-at",
      purpose: i18n._(
        "holds the time of a reload after an update of the site, so that a page does not reload over and over. It goes when you close the tab.",
      ),
    },
    {
      name: "tsr-scroll-restoration-v1_3",
      purpose: i18n._(
        "holds how far you had scrolled on each page, so that going back leads to the same place. It goes when you close the tab.",
      ),
    },
  ];
}

/** Every record that this software leaves in a browser. */
export function StorageList() {
  return (
    <ul>
      {records().map(({ name, purpose }) => (
        <li key={name}>
          <code>{name}</code> {purpose}
        </li>
      ))}
    </ul>
  );
}
