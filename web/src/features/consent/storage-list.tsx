import { i18n } from "@lingui/core";

function records() {
  return [
    {
      name: "cw:cookie-consent",
      purpose: i18n._("Your cookie choice and when you made it, until you choose again or clear it."),
    },
    {
      name: "cw:favourites",
      purpose: i18n._("Your favorite pairs."),
    },
    {
      name: "cw:chart",
      purpose: i18n._("Your chart settings."),
    },
    {
      name: "cw:trading-layouts",
      purpose: i18n._("Your trading page layouts."),
    },
    {
      name: "cw:last-pair",
      purpose: i18n._("The last pair you opened, so the trading page starts with it."),
    },
    {
      name: "cw:tape-least",
      purpose: i18n._("Your minimum trade size for the trades list, per pair."),
    },
    {
      name: "cw:hotkeys",
      purpose: i18n._("Whether keyboard shortcuts are enabled on the trading page."),
    },
    {
      name: "cw:portfolio-view",
      purpose: i18n._("Whether your amounts are hidden, and the coin your total is shown in."),
    },
    {
      name: "cw:account:…",
      purpose: i18n._(
        "Copies of your account’s settings on this device: appearance, favorites, chart, layouts and whether orders skip confirmation. Removed when you sign out.",
      ),
    },
    {
      name: "cw:chunk-reloaded-at",
      purpose: i18n._(
        "When the page reloaded after a site update, so it doesn’t keep reloading. Removed when you close the tab.",
      ),
    },
    {
      name: "tsr-scroll-restoration-v1_3",
      purpose: i18n._(
        "Your scroll position on each page, so going back returns you there. Removed when you close the tab.",
      ),
    },
  ];
}

/** Everything that this software stores in a browser. */
export function StorageList() {
  return (
    <ul>
      {records().map(({ name, purpose }) => (
        <li key={name}>
          <code>{name}</code> – {purpose}
        </li>
      ))}
    </ul>
  );
}
