import { i18n } from "@lingui/core";
import { ConsentChoice } from "@/features/consent/consent-choice";
import { CookieList } from "@/features/consent/cookie-list";
import { StorageList } from "@/features/consent/storage-list";
import { ContactLinks } from "@/layouts/contact-links";
import { type ArticleSection, ReadingArticle } from "@/layouts/reading-article";
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
            "This page says what {sitename} stores about you, where, and for how long. It describes what the software does, and changes when the software does.",
            { sitename: site().sitename },
          )}
        </p>
        <ul>
          <li>{i18n._("No analytics, no advertising, no tracking, on any page.")}</li>
          <li>
            {i18n._(
              "No cookie before you sign in or ask for a sign-in link, and then only those that sign-in needs.",
            )}
            {hasChat && ` ${i18n._("The support chat in the personal area sets its own.")}`}
          </li>
          <li>
            {i18n._(
              "The site serves its own scripts, styles and fonts, so nobody else learns of your visit from them.",
            )}
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
            "Cookies of this software are strictly necessary: without them every click would ask for your password, and strangers could lock you out. They belong to this site alone and are set only when you sign in or ask for a sign-in link.",
          )}
        </p>
        <CookieList />
        <p>
          {i18n._(
            "A token alone does not open a session that began in a browser: the server asks for both halves, and scripts cannot read the second one.",
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
            "There are no optional cookies today, so both answers to the question at the bottom of the window have the same effect. Your answer is kept so that you are not asked again, and it would be honoured if an optional cookie were ever added. Rejecting takes nothing away from you.",
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
            "These small records stay in your browser until you clear them. What you choose while signed in is saved to your account instead, so that you find it on every device; your browser then holds only a copy.",
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
        <p>{i18n._("Whoever creates an account leaves this with us, and nothing else:")}</p>
        <ul>
          <li>
            {i18n._(
              "Your e-mail address, and your password as a hash from which it cannot be read back. Secrets of authenticator apps are stored encrypted.",
            )}
          </li>
          <li>{i18n._("What you fill in yourself: profile, picture, personal information, choices.")}</li>
          <li>
            {i18n._(
              "Each try to sign in: when, from which IP address, with which browser. You see the same list in your settings.",
            )}
          </li>
          <li>
            {i18n._(
              "Documents and selfies for the identity check, drawn anew without what the camera added and stored encrypted. Only you and the staff who check them can open them, and every look is recorded.",
            )}
          </li>
          <li>{i18n._("What you write to support, with its pictures, and the mails sent to you.")}</li>
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
            "For each request the server writes one line: a request number, the method and the path, the answer’s status, how long it took, and the IP address it came from. What follows a question mark in an address is left out, and so are passwords and tokens.",
          )}
        </p>
        <p>
          {i18n._(
            "The IP address also serves to limit how many requests one address may make. How long the lines are kept is for whoever runs this site to decide.",
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
        <p>
          {i18n._("Your data is not sold, and no page loads anything from an advertiser or a data broker.")}
        </p>
        <p>
          {domain
            ? i18n._(
                "Support chat is the one exception: signed-in clients who open the personal area load it from {domain}, which then receives their name and e-mail address. Visitors never do.",
                { domain },
              )
            : i18n._(
                "This site has no support chat, so there is no outside service of any kind in its pages.",
              )}
        </p>
        <p>
          {i18n._(
            "Charts of prices are drawn by a library that this site serves itself and that sends nothing to anybody:",
          )}{" "}
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
          <p>{i18n._("Questions about your data go to whoever runs this site:")}</p>
          <div className="flex flex-col items-start">
            <ContactLinks />
          </div>
        </>
      ) : (
        <p>{i18n._("Whoever runs this site has not published a contact yet.")}</p>
      ),
  };
}

export function PrivacyPage() {
  return (
    <ReadingArticle
      title={i18n._("Privacy and cookie policy")}
      sections={[overview(), cookies(), choice(), storage(), account(), logs(), others(), contact()]}
    />
  );
}
