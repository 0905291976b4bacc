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
