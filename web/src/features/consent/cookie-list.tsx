import { i18n } from "@lingui/core";

function cookies() {
  const lifetime = i18n._("7 days, or until you sign out");
  return [
    {
      name: "token",
      purpose: i18n._("Says which session is yours; the page sends it along with each request."),
      access: i18n._("Pages of this site"),
      lifetime,
    },
    {
      name: "sid",
      purpose: i18n._("The second half of the same session, so that a copied token is of no use elsewhere."),
      access: i18n._("The server alone (HttpOnly)"),
      lifetime,
    },
    {
      name: "device",
      purpose: i18n._(
        "Recognizes a browser you signed in with, so that nobody else's failed tries lock you out.",
      ),
      access: i18n._("The server alone (HttpOnly)"),
      lifetime: i18n._("180 days"),
    },
    {
      name: "knock",
      purpose: i18n._("Ties a sign-in link to the browser that requested it."),
      access: i18n._("The server alone (HttpOnly)"),
      lifetime: i18n._("10 minutes"),
    },
  ];
}

/** The cookies of this software, one card each: a row of four columns would not fit a phone. */
export function CookieList() {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {cookies().map((cookie) => (
        <div
          key={cookie.name}
          className="flex flex-col gap-3 rounded-card border border-line bg-deep p-4 text-14"
        >
          <dt>
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
