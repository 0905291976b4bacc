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
  accent: string;
};

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
  accent: site.accent,
});

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

/** The changed fields; empty for an untouched form. */
export function siteChanges(site: Site, values: SiteValues): SiteEdit {
  const known = siteValues(site);
  const edit: SiteEdit = {};
  for (const name of TEXTS) {
    const wanted = values[name].trim();
    if (wanted !== known[name]) edit[name] = wanted;
  }
  if (values.chat_identity !== known.chat_identity) edit.chat_identity = values.chat_identity;
  const hosts = hostsOf(values.hosts);
  if (hosts.toSorted().join() !== site.hosts.toSorted().join()) edit.hosts = hosts;
  if (values.chat_secret.trim() !== "") edit.chat_secret = values.chat_secret.trim();
  else if (values.removes_secret) edit.chat_secret = "";
  return edit;
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
  accent: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.check(isHexColour, () => i18n._("Enter a color such as #35d0ba.")),
  ),
});
