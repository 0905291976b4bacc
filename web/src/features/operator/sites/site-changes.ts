import { i18n } from "@lingui/core";
import { changedLines, type Difference } from "@/lib/changed-lines";
import type { Site } from "./api";
import { featureFields, languageName } from "./model";

/** What somebody else has changed, in words. */
export function describeSiteChanges(before: Site, after: Site): Difference[] {
  return changedLines(linesOf(before), linesOf(after));
}

function linesOf(site: Site) {
  const { features, seo } = site;
  return [
    { what: i18n._("Name"), value: site.sitename },
    { what: i18n._("Hostnames"), value: site.hosts.toSorted().join(", ") },
    { what: i18n._("Accent"), value: site.accent },
    { what: i18n._("Logo"), value: site.logo },
    { what: i18n._("Favicon"), value: site.favicon },
    { what: "Telegram", value: site.contact_telegram },
    { what: i18n._("Email"), value: site.contact_email },
    { what: i18n._("Domain"), value: site.chat_domain },
    { what: i18n._("Website token"), value: site.chat_token },
    { what: i18n._("Secret"), value: yesOrNo(site.chat_secret_is_set) },
    {
      what: i18n._("Client identity is verified by"),
      value: site.chat_identity === "server" ? i18n._("The server") : i18n._("The browser"),
    },
    {
      what: i18n._("Where the chat is shown"),
      value:
        site.chat_pages === "all"
          ? i18n._("In the whole personal area")
          : i18n._("Not in settings and withdrawals"),
    },
    ...featureFields().map(({ name, label }) => ({ what: label, value: yesOrNo(features[name]) })),
    { what: i18n._("Listed pairs"), value: site.listed_pairs?.join(", ") ?? i18n._("All") },
    { what: i18n._("Languages"), value: site.languages.map(languageName).join(", ") },
    ...site.installed_languages.flatMap((tag) => {
      const { headline = "", lead = "", description = "" } = site.texts[tag] ?? {};
      const language = languageName(tag);
      return [
        { what: i18n._("Headline ({language})", { language }), value: headline },
        { what: i18n._("Lead ({language})", { language }), value: lead },
        { what: i18n._("Description ({language})", { language }), value: description },
      ];
    }),
    { what: i18n._("Allow search engines to index this site"), value: yesOrNo(seo.index) },
    { what: i18n._("Main hostname"), value: seo.canonical_host },
    { what: i18n._("Google verification code"), value: seo.google_verification },
    { what: i18n._("Bing verification code"), value: seo.bing_verification },
  ];
}

const yesOrNo = (isOn: boolean) => (isOn ? i18n._("Yes") : i18n._("No"));
