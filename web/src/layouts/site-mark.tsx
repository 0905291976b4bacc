import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "@/design/icon";
import { site } from "@/session/site";

// The default logo: from the sprite, so that it has the site's accent color.
const BUILT_IN_LOGO = "/logo.svg";

export function SiteMark() {
  const { sitename, logo } = site();

  return (
    <Link
      to="/"
      activeOptions={{ exact: true }}
      className="flex min-h-8 min-w-0 max-w-full items-center gap-2 rounded-control text-ink"
    >
      {logo && logo !== BUILT_IN_LOGO ? (
        <img src={logo} alt="" width={24} height={24} className="size-6 shrink-0 object-contain" />
      ) : (
        <Icon name="logo" size={24} className="text-accent" />
      )}
      <span className="truncate font-semibold text-16 tracking-tight">{sitename}</span>
    </Link>
  );
}

export function DemoBadge() {
  if (!site().demo) return null;

  return (
    <span
      title={i18n._("Bots trade here with play money. Nothing here has real-world value.")}
      className="shrink-0 cursor-help rounded-full border border-line-strong px-2 py-0.5 text-12 text-ink-2"
    >
      {i18n._("Demo market")}
    </span>
  );
}
