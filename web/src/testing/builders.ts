import type { SiteConfig } from "@/session/site";

export function aSite(parts: Partial<SiteConfig> = {}): SiteConfig {
  return {
    sitename: "Clearwater",
    contacts: { telegram: "", email: "" },
    chatwoot: { domain: "", token: "", secret: "" },
    accent: "#35d0ba",
    logo: "/logo.svg",
    demo: false,
    build: "build-1",
    ...parts,
  };
}
