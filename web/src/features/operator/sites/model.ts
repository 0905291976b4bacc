import { i18n } from "@lingui/core";
import * as v from "valibot";
import { isHexColour } from "@/lib/contrast";
import type { Site, SiteEdit } from "./api";

const HOSTNAME =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])$/;

export type SiteValues = {
  sitename: string;
  /** One per line. */
  hosts: string;
  contact_telegram: string;
  contact_email: string;
  chat_domain: string;
  chat_token: string;
  /** Write-only: the stored secret is never shown. */
  chat_secret: string;
  removes_secret: boolean;
  chat_identity: Site["chat_identity"];
  chat_pages: Site["chat_pages"];
  accent: string;
} & SiteSettings;

/** What is compared and sent as a whole. */
export type SiteSettings = Pick<
  Site,
  "logo" | "favicon" | "languages" | "texts" | "features" | "listed_pairs" | "seo"
>;

/** The features that a site can do without. */
export const featureFields = (): { name: keyof Site["features"]; label: string }[] => [
  { name: "register", label: i18n._("Create account") },
  { name: "convert", label: i18n._("Convert") },
  { name: "premarket", label: i18n._("Pre-market") },
  { name: "earn", label: i18n._("Earn") },
  { name: "news", label: i18n._("News") },
  { name: "apps", label: i18n._("Apps") },
  { name: "referral", label: i18n._("Referral codes") },
];

export function languageName(tag: string): string {
  return new Intl.DisplayNames([i18n.locale], { type: "language" }).of(tag) ?? tag;
}

const SETTINGS = ["logo", "favicon", "languages", "texts", "features", "listed_pairs", "seo"] as const;

export const siteValues = (site: Site): SiteValues => ({
  sitename: site.sitename,
  hosts: site.hosts.join("\n"),
  contact_telegram: site.contact_telegram,
  contact_email: site.contact_email,
  chat_domain: site.chat_domain,
  chat_token: site.chat_token,
  chat_secret: "",
  removes_secret: false,
  chat_identity: site.chat_identity,
  chat_pages: site.chat_pages,
  accent: site.accent,
  logo: site.logo,
  favicon: site.favicon,
  languages: site.languages,
  texts: textsOf(site),
  features: site.features,
  listed_pairs: site.listed_pairs,
  seo: site.seo,
});

/** With an entry for every language, so that each has its fields. */
function textsOf({ installed_languages, texts }: Site): Site["texts"] {
  const empty = { headline: "", lead: "", description: "" };
  return Object.fromEntries(installed_languages.map((tag) => [tag, { ...empty, ...texts[tag] }]));
}

export function hostsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
}

/** The own changes since `seen` on top of what somebody else has saved meanwhile. */
export function mergeChanges<Value>(seen: Value, newest: Value, own: Value): Value {
  if (isRecord(seen) && isRecord(newest) && isRecord(own)) {
    const names = new Set([...Object.keys(newest), ...Object.keys(own)]);
    const merged = [...names].map((name) => [name, mergeChanges(seen[name], newest[name], own[name])]);
    return Object.fromEntries(merged) as Value;
  }
  return JSON.stringify(own) === JSON.stringify(seen) ? newest : own;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The changed fields; empty for an untouched form. */
export function siteChanges(site: Site, values: SiteValues): SiteEdit {
  const known = siteValues(site);
  const edit: SiteEdit = {};
  for (const name of TEXTS) {
    const wanted = values[name].trim();
    if (wanted !== known[name]) edit[name] = wanted;
  }
  if (values.chat_identity !== known.chat_identity) edit.chat_identity = values.chat_identity;
  if (values.chat_pages !== known.chat_pages) edit.chat_pages = values.chat_pages;
  const hosts = hostsOf(values.hosts);
  if (hosts.toSorted().join() !== site.hosts.toSorted().join()) edit.hosts = hosts;
  if (values.chat_secret.trim() !== "") edit.chat_secret = values.chat_secret.trim();
  else if (values.removes_secret) edit.chat_secret = "";
  for (const name of SETTINGS) {
    if (JSON.stringify(values[name]) !== JSON.stringify(known[name]))
      Object.assign(edit, { [name]: values[name] });
  }
  // So that nobody undoes what somebody else has changed meanwhile.
  return Object.keys(edit).length > 0 ? { ...edit, expected_version: site.version } : edit;
}

const TEXTS = [
  "sitename",
  "contact_telegram",
  "contact_email",
  "chat_domain",
  "chat_token",
  "accent",
] as const satisfies readonly (keyof SiteValues & keyof SiteEdit)[];

const matching = (pattern: RegExp, say: () => string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => pattern.test(text), say),
  );

const longest = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(most, () => i18n._("Enter at most {longest} characters.", { longest: most })),
  );

export const siteSchema = v.object({
  sitename: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n._("Enter a site name.")),
    v.maxLength(60, () => i18n._("Enter at most {longest} characters.", { longest: 60 })),
  ),
  hosts: v.pipe(
    v.string(),
    v.check(
      (text) => hostsOf(text).length > 0,
      () => i18n._("Enter at least one hostname."),
    ),
    v.check(
      (text) => hostsOf(text).every((host) => HOSTNAME.test(host)),
      () => i18n._("Enter hostnames such as trade.example.org, without https:// or port."),
    ),
  ),
  contact_telegram: matching(/^(@?\w+)?$/, () => i18n._("Enter a Telegram name such as @clearwater.")),
  contact_email: matching(/^([^@\s]+@[^@\s]+)?$/, () =>
    i18n._("Enter an email address such as help@example.org."),
  ),
  chat_domain: matching(/^((https?:\/\/)?[A-Za-z0-9.-]+(:\d+)?\/?)?$/, () =>
    i18n._("Enter a domain such as chat.example.org."),
  ),
  chat_token: v.string(),
  chat_secret: v.string(),
  removes_secret: v.boolean(),
  chat_identity: v.picklist(["server", "client"]),
  chat_pages: v.picklist(["all", "without_secrets"]),
  accent: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.check(isHexColour, () => i18n._("Enter a color such as #35d0ba.")),
  ),
  logo: v.string(),
  favicon: v.string(),
  languages: v.pipe(
    v.array(v.string()),
    v.minLength(1, () => i18n._("Choose at least one language.")),
  ),
  texts: v.record(
    v.string(),
    v.object({ headline: longest(120), lead: longest(300), description: longest(300) }),
  ),
  features: v.object({
    convert: v.boolean(),
    premarket: v.boolean(),
    earn: v.boolean(),
    news: v.boolean(),
    apps: v.boolean(),
    register: v.boolean(),
    referral: v.boolean(),
  }),
  listed_pairs: v.nullable(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, () => i18n._("Choose at least one pair.")),
    ),
  ),
  seo: v.object({
    index: v.boolean(),
    canonical_host: v.string(),
    google_verification: matching(/^[\w-]*$/, () => i18n._("Enter only the code of the meta tag.")),
    bing_verification: matching(/^[\w-]*$/, () => i18n._("Enter only the code of the meta tag.")),
  }),
});
