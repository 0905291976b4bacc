import { Icon } from "@/design/icon";
import { telegramUrl } from "@/lib/telegram-url";
import { site } from "@/session/site";

const linkClass = "inline-flex min-h-8 items-center gap-2 text-ink-2 hover:text-ink";

/** The site's own contacts; a site that has named none shows none. */
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
