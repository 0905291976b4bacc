import { i18n } from "@lingui/core";
import { site } from "@/session/site";

/** Cookies of the support chat's provider, according to its public source. */
function chatCookies() {
  const { domain, token } = site().chatwoot;
  if (!domain || !token) return [];
  const access = i18n._("Pages of this site and the support chat ({domain})", { domain });
  return [
    {
      name: "cw_conversation",
      purpose: i18n._("Set by the support chat: restores your chat."),
      access,
      lifetime: i18n._("Up to 1 year"),
    },
    {
      name: `cw_user_${token}`,
      purpose: i18n._("Set by the support chat: a fingerprint of the name and email it was given."),
      access,
      lifetime: i18n._("Up to 1 year"),
    },
    {
      name: "cw_snooze_campaigns_till",
      purpose: i18n._("Set by the support chat if you close one of its messages: keeps it closed."),
      access,
      lifetime: i18n._("Until the message may be shown again"),
    },
  ];
}

function ownCookies() {
  const lifetime = i18n._("7 days, or until you sign out");
  return [
    {
      name: "language",
      purpose: i18n._("The language you chose. Set only when you choose one."),
      access: i18n._("Pages of this site"),
      lifetime: i18n._("1 year"),
    },
    {
      name: "token",
      purpose: i18n._("Identifies your session; sent with each request."),
      access: i18n._("Pages of this site"),
      lifetime,
    },
    {
      name: "sid",
      purpose: i18n._("Second half of the session, so a copied token doesn’t work elsewhere."),
      access: i18n._("The server only (HttpOnly)"),
      lifetime,
    },
    {
      name: "device",
      purpose: i18n._("Recognizes your browser, so other people’s failed attempts don’t lock you out."),
      access: i18n._("The server only (HttpOnly)"),
      lifetime: i18n._("180 days"),
    },
    {
      name: "knock",
      purpose: i18n._("Ties a sign-in link to the browser that requested it."),
      access: i18n._("The server only (HttpOnly)"),
      lifetime: i18n._("10 minutes"),
    },
  ];
}

/** The cookies of this software, as cards: a table of four columns would not fit a phone. */
export function CookieList() {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {[...ownCookies(), ...chatCookies()].map((cookie) => (
        <div
          key={cookie.name}
          className="flex flex-col gap-3 rounded-card border border-line bg-deep p-4 text-14"
        >
          <dt className="wrap-anywhere">
            <code>{cookie.name}</code>
          </dt>
          <dd className="text-ink">{cookie.purpose}</dd>
          <dd>
            <span className="block text-13 text-ink-3">{i18n._("Read by")}</span>
            {cookie.access}
          </dd>
          <dd>
            <span className="block text-13 text-ink-3">{i18n._("Kept for")}</span>
            {cookie.lifetime}
          </dd>
        </div>
      ))}
    </dl>
  );
}

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
