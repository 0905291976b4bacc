import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { PAGE_WIDTH, type PageWidth } from "@/design/page-width";
import { LanguageSwitch } from "@/features/preferences/language-switch";
import { classNames } from "@/lib/class-names";
import { telegramUrl } from "@/lib/telegram-url";
import { useIsSignedIn } from "@/session/session";
import { site } from "@/session/site";
import { footerGroups } from "./footer-navigation";
import { accountActions, type NavigationGroup, privacyItems, useVisibleItems } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { SiteMark } from "./site-mark";

export function SiteFooter({ width = "reading" }: { width?: PageWidth }) {
  return (
    <footer className="border-line border-t bg-abyss">
      <div
        className={classNames(
          PAGE_WIDTH[width],
          "grid gap-12 py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:py-16",
        )}
      >
        <div className="flex min-w-0 flex-col items-start gap-4">
          <SiteMark />
          <p className="max-w-xs text-ink-3">
            {i18n._("An exchange on open-source software: anyone can read its rules.")}
          </p>
          <div className="flex max-w-full flex-col items-start gap-1">
            <ContactLinks />
          </div>
        </div>
        <nav
          aria-label={i18n._("Footer")}
          className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
        >
          {footerGroups.map((group) => (
            <FooterGroup key={group.id} group={group} />
          ))}
        </nav>
      </div>
      <div className={PAGE_WIDTH[width]}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-6">
          <p className="text-13 text-ink-3">
            {i18n._("Crypto prices move fast and can fall to 0. Trade only what you can afford to lose.")}
          </p>
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}

function FooterGroup({ group }: { group: NavigationGroup }) {
  const isSignedIn = useIsSignedIn();
  const visible = useVisibleItems(group.items);
  const items = isSignedIn ? visible.filter((item) => !accountActions.includes(item)) : visible;
  if (items.length === 0) return null;

  return (
    <div className="min-w-0">
      <h2 className="mb-3 font-medium text-13 text-ink">{group.label()}</h2>
      <ul className="flex flex-col">
        {items.map((item) => (
          <li key={`${item.path}#${item.hash ?? ""}`}>
            <NavigationLink
              item={item}
              className="inline-flex min-h-8 items-center text-ink-2 hover:text-ink"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A footer without link groups, for sign-in pages and the personal area. */
export function SlimFooter() {
  const items = useVisibleItems(privacyItems);

  return (
    <footer className={classNames(PAGE_WIDTH.wide, "flex flex-wrap justify-center gap-x-6 py-4")}>
      <nav aria-label={i18n._("Footer")}>
        <ul className="flex flex-wrap justify-center gap-x-6">
          {items.map((item) => (
            <li key={item.path}>
              <NavigationLink
                item={item}
                className="inline-flex min-h-8 items-center text-13 text-ink-3 hover:text-ink"
              />
            </li>
          ))}
        </ul>
      </nav>
      <LanguageSwitch />
    </footer>
  );
}

const linkClass = "inline-flex min-h-8 items-center gap-2 text-ink-2 hover:text-ink";

/** The contacts from the site's configuration. */
export function ContactLinks() {
  const { telegram, email } = site().contacts;

  return (
    <>
      {email && (
        <a href={`mailto:${email}`} className={linkClass}>
          <Icon name="mail" className="text-ink-3" />
          {email}
        </a>
      )}
      {telegram && (
        <a href={telegramUrl(telegram)} rel="noreferrer" className={linkClass}>
          <Icon name="send" className="text-ink-3" />
          Telegram
        </a>
      )}
    </>
  );
}
