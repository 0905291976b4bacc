import { i18n } from "@lingui/core";
import type { AccountKey, BrowserKey, CookieName, TabKey } from "@/lib/storage-keys";
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

interface Cookie {
  purpose: string;
  access: string;
  lifetime: string;
}

/** The console's, which only staff of the site get. */
const CONSOLE_NAMES = ["operator-sid", "operator-device", "operator-token", "cw:console-keys"] as const;
type ConsoleName = (typeof CONSOLE_NAMES)[number];

function ownCookies(): Record<Exclude<CookieName, ConsoleName>, Cookie> {
  const lifetime = i18n._("7 days, or until you sign out");
  return {
    language: {
      purpose: i18n._("The language you chose. Set only when you choose one."),
      access: i18n._("Pages of this site"),
      lifetime: i18n._("1 year"),
    },
    token: {
      purpose: i18n._("Identifies your session; sent with each request."),
      access: i18n._("Pages of this site"),
      lifetime,
    },
    sid: {
      purpose: i18n._("Second half of the session, so a copied token doesn’t work elsewhere."),
      access: i18n._("The server only (HttpOnly)"),
      lifetime,
    },
    device: {
      purpose: i18n._("Recognizes your browser, so other people’s failed attempts don’t lock you out."),
      access: i18n._("The server only (HttpOnly)"),
      lifetime: i18n._("180 days"),
    },
    knock: {
      purpose: i18n._("Ties a sign-in link to the browser that requested it."),
      access: i18n._("The server only (HttpOnly)"),
      lifetime: i18n._("10 minutes"),
    },
  };
}

/** The cookies of this software, as cards: a table of four columns would not fit a phone. */
export function CookieList() {
  const own = Object.entries(ownCookies()).map(([name, cookie]) => ({ name, ...cookie }));
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {[...own, ...chatCookies()].map((cookie) => (
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

type Purposes<Name extends string> = Record<Name, string>;

/** What stays until it is cleared. */
function browserRecords(): Purposes<Exclude<BrowserKey, ConsoleName>> {
  return {
    "cw:cookie-consent": i18n._(
      "Your cookie choice and when you made it, until you choose again or clear it.",
    ),
    "cw:favourites": i18n._("Your favorite pairs."),
    "cw:chart": i18n._("Your chart settings."),
    "cw:trading-layouts": i18n._("Your trading page layouts."),
    "cw:last-pair": i18n._("The last pair you opened, so the trading page starts with it."),
    "cw:tape-least": i18n._("Your minimum trade size for the trades list, per pair."),
    "cw:book": i18n._("Which sides of the order book you see, and how its prices are grouped, per pair."),
    "cw:trading-tab": i18n._("Which of your orders you see on the trading page."),
    "cw:hotkeys": i18n._("Whether keyboard shortcuts are enabled on the trading page."),
    "cw:portfolio-view": i18n._("Whether your amounts are hidden, and the coin your total is shown in."),
  };
}

function accountRecords(): Purposes<AccountKey> {
  return {
    "cw:appearance": i18n._("Your colors, density and text size."),
    "cw:favourites": i18n._("Your favorite pairs."),
    "cw:chart": i18n._("Your chart settings."),
    "cw:trading-layouts": i18n._("Your trading page layouts."),
    "cw:order-desk": i18n._("What you entered in the order form, and orders without a response yet."),
    "cw:one-click": i18n._("Whether orders skip confirmation."),
    "cw:money-requests": i18n._("What you asked for and has no response yet, so that it isn’t done twice."),
    "cw:fill-sound": i18n._("Whether a sound plays when an order fills."),
    "cw:unsaved-settings": i18n._("Which settings have yet to be saved to your account."),
  };
}

function tabRecords(): Purposes<Exclude<TabKey, ConsoleName>> {
  return {
    "cw:chunk-reloaded-at": i18n._(
      "When the page reloaded after a site update, so it doesn’t keep reloading.",
    ),
    "tsr-scroll-restoration-v1_3": i18n._(
      "Your scroll position on each page, so going back returns you there.",
    ),
  };
}

/** What the browser stores under no key of ours; the first is the service worker's cache. */
function otherRecords(): Purposes<string> {
  return {
    "offline-…": i18n._(
      "The screen shown while you’re offline, with its scripts and styles. It has no data of yours.",
    ),
    [i18n._("Push subscription")]: i18n._(
      "Only if you turn on push notifications: the address at which your browser receives them.",
    ),
  };
}

/** Everything that this software stores in a browser. */
export function StorageList() {
  const inAccount = Object.entries(accountRecords()).map(([name, purpose]) => [
    name.replace("cw:", "cw:account:…:"),
    purpose,
  ]);
  return (
    <>
      <Records title={i18n._("Until you clear them")} records={browserRecords()} />
      <Records
        title={i18n._("Of your account, until you sign out")}
        records={{
          "cw:account:id": i18n._("The ID of your account."),
          ...Object.fromEntries(inAccount),
        }}
      />
      <Records title={i18n._("Until you close the tab")} records={tabRecords()} />
      <Records title={i18n._("Managed by your browser")} records={otherRecords()} />
      <p>
        {i18n._("Staff who sign in to the console also have:")}{" "}
        <code className="break-normal!">{CONSOLE_NAMES.join(", ")}</code>
      </p>
    </>
  );
}

function Records({ title, records }: { title: string; records: Purposes<string> }) {
  return (
    <div>
      <h3 className="mb-2 font-semibold text-16 text-ink">{title}</h3>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {Object.entries(records).map(([name, purpose]) => (
          <li key={name}>
            <code>{name}</code> – {purpose}
          </li>
        ))}
      </ul>
    </div>
  );
}
