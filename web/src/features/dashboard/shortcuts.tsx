import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "@/design/icon";
import { pageExists } from "@/lib/page-paths";

type Shortcut = { to: string; icon: IconName; label: string };

/** Links to pages that exist. */
export function Shortcuts() {
  const shortcuts: Shortcut[] = [
    { to: "/personal/deposit", icon: "arrow-down-to-line", label: i18n._("Deposit") },
    { to: "/trading", icon: "chart-candlestick", label: i18n._("Trade") },
    { to: "/personal/kyc", icon: "id-card", label: i18n._("Identity verification") },
    { to: "/personal/settings", icon: "settings", label: i18n._("Settings") },
    { to: "/kyc-levels", icon: "layers", label: i18n._("Membership levels") },
    { to: "/personal/contact", icon: "message-circle", label: i18n._("Contact us") },
  ];
  return (
    <nav aria-label={i18n._("Shortcuts")}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {shortcuts
          .filter(({ to }) => pageExists(to))
          .map(({ to, icon, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-full items-center gap-3 rounded-card border border-line bg-deep px-4 py-3 text-14 text-ink-2 transition-colors hover:border-line-strong hover:text-ink"
              >
                <Icon name={icon} size={18} className="text-ink-3" />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
