import { i18n } from "@lingui/core";
import { ConsentChoice } from "@/features/consent/consent-choice";
import { CookieList, StorageList } from "@/features/consent/storage-list";
import type { ArticleSection } from "@/layouts/reading-article";
import { ContactLinks } from "@/layouts/site-footer";
import { site } from "@/session/site";

function overview(): ArticleSection {
  const hasChat = site().chatwoot.domain !== "";
  return {
    id: "overview",
    title: i18n._("In short"),
    content: (
      <>
        <p>
          {i18n._(
            "What {sitename} stores about you, where and for how long. This page describes what the software does, and changes with it.",
            { sitename: site().sitename },
          )}
        </p>
        <ul>
          <li>{i18n._("No analytics, advertising or tracking on any page.")}</li>
          <li>
            {i18n._(
              "No cookies until you sign in, request a sign-in link or choose a language, and then only those required for it.",
            )}
            {hasChat && ` ${i18n._("The support chat in the personal area sets its own cookies.")}`}
          </li>
          <li>
            {i18n._("Scripts, styles and fonts come from this site, so no one else learns about your visit.")}
          </li>
        </ul>
      </>
    ),
  };
}

function cookies(): ArticleSection {
  return {
    id: "cookies",
    title: i18n._("Cookies"),
    content: (
      <>
        <p>
          {i18n._(
            "All cookies set by this site are strictly necessary: they keep you signed in, stop others from locking you out and remember the language you chose. They’re set only when you sign in, request a sign-in link or choose a language, and only this site can read them.",
          )}
        </p>
        <CookieList />
        <p>
          {i18n._(
            "Your session needs both cookies, token and sid. Scripts can’t read sid, so a stolen token isn’t enough to use your session.",
          )}
        </p>
      </>
    ),
  };
}

function choice(): ArticleSection {
  return {
    id: "your-choice",
    title: i18n._("Your choice"),
    content: (
      <>
        <p>
          {i18n._(
            "There are no optional cookies today, so accepting and rejecting have the same effect. Your choice is stored so you aren’t asked again, and applies to any optional cookies added later. You lose nothing by rejecting.",
          )}
        </p>
        <ConsentChoice />
      </>
    ),
  };
}

function storage(): ArticleSection {
  return {
    id: "browser-storage",
    title: i18n._("Storage in your browser"),
    content: (
      <>
        <p>
          {i18n._(
            "While you’re signed in, your settings are saved to your account and available on every device; your browser holds only a copy.",
          )}
        </p>
        <StorageList />
      </>
    ),
  };
}

function account(): ArticleSection {
  return {
    id: "account",
    title: i18n._("Your account"),
    content: (
      <>
        <p>{i18n._("If you create an account, only this is stored:")}</p>
        <ul>
          <li>
            {i18n._(
              "Your email address, and a hash of your password that can’t be reversed. Authenticator app secrets are stored encrypted.",
            )}
          </li>
          <li>{i18n._("Your profile, photo, personal information and settings.")}</li>
          <li>{i18n._("Which version of the terms you accepted, and when.")}</li>
          <li>
            {i18n._(
              "Every sign-in attempt, with time, IP address and browser. You can see the list in your settings.",
            )}
          </li>
          <li>
            {i18n._(
              "Documents and selfies for identity verification, without camera metadata and encrypted. Only you and the verification team can open them, and every view is logged.",
            )}
          </li>
          <li>{i18n._("Your support tickets with their images, and the emails sent to you.")}</li>
          <li>
            {i18n._(
              "Your notifications and price alerts, and, if you turn on push notifications, the address at which your browser receives them. That address is removed when you sign out.",
            )}
          </li>
        </ul>
      </>
    ),
  };
}

function logs(): ArticleSection {
  return {
    id: "server-logs",
    title: i18n._("Server logs"),
    content: (
      <>
        <p>
          {i18n._(
            "Each request is logged with its ID, method, path, response status, duration and IP address. Query strings, passwords and tokens are never logged.",
          )}
        </p>
        <p>
          {i18n._(
            "IP addresses are also used for rate limits. The operator of this site decides how long logs are kept.",
          )}
        </p>
      </>
    ),
  };
}

function others(): ArticleSection {
  const { domain } = site().chatwoot;
  return {
    id: "third-parties",
    title: i18n._("Third parties"),
    content: (
      <>
        <p>{i18n._("Your data isn’t sold, and no page loads anything from advertisers or data brokers.")}</p>
        <p>
          {domain
            ? i18n._(
                "The only exception is the support chat. When you’re signed in and open the personal area, it loads from {domain}, which receives your name, email address and account ID, and the addresses of the pages that you open there.",
                { domain },
              )
            : i18n._("This site has no support chat, so its pages use no third-party services.")}
        </p>
        <p>
          {i18n._(
            "If you turn on push notifications, the push service of your browser’s maker delivers them. They’re encrypted, so it can’t read them.",
          )}
        </p>
        <p>
          {i18n._("Price charts use a library that is served by this site and sends no data to anyone:")}{" "}
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            {i18n._("Lightweight Charts by TradingView")}
          </a>
        </p>
      </>
    ),
  };
}

function contact(): ArticleSection {
  const { telegram, email } = site().contacts;
  return {
    id: "contact",
    title: i18n._("Contact"),
    content:
      telegram || email ? (
        <>
          <p>{i18n._("For questions about your data, contact the operator of this site:")}</p>
          <div className="flex flex-col items-start">
            <ContactLinks />
          </div>
        </>
      ) : (
        <p>{i18n._("The operator of this site hasn’t published contact details yet.")}</p>
      ),
  };
}

/** What the software stores in a browser, with the consent: part of every site's policy. */
export const storageSections = (): ArticleSection[] => [cookies(), choice(), storage()];

/** The policy of a site that has published none of its own. */
export const builtInSections = (): ArticleSection[] => [
  overview(),
  ...storageSections(),
  account(),
  logs(),
  others(),
  contact(),
];
