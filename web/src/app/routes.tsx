import { i18n } from "@lingui/core";
import type { FunctionComponent, ReactNode } from "react";
import type { GuardName } from "./guards";

export type LayoutName = keyof typeof LAYOUTS;

export type PageRoute = {
  path: string;
  /** Null for a page that brings its own frame. */
  layout: LayoutName | null;
  guard?: GuardName;
  /** The page's part of the document's title; null shows the site's name alone. */
  title: () => string | null;
  page: () => Promise<FunctionComponent>;
};

/** The route table: every page there is, with what surrounds and guards it. */
export const PAGES: readonly PageRoute[] = [
  {
    path: "/",
    layout: "landing",
    title: () => null,
    page: () => import("@/pages/landing").then((module) => module.LandingPage),
  },
  {
    path: "/privacy",
    layout: "privacy",
    title: () => i18n._("Privacy policy"),
    page: () => import("@/pages/privacy").then((module) => module.PrivacyPage),
  },
  {
    path: "/kyc-levels",
    layout: "privacy",
    title: () => i18n._("Membership levels"),
    page: () => import("@/pages/kyc-levels").then((module) => module.KycLevelsPage),
  },
  {
    path: "/login",
    layout: "auth",
    guard: "auth-redirect",
    title: () => i18n._("Log in"),
    page: () => import("@/pages/login").then((module) => module.LoginPage),
  },
  {
    path: "/register",
    layout: "auth",
    guard: "auth-redirect",
    title: () => i18n._("Create account"),
    page: () => import("@/pages/register").then((module) => module.RegisterPage),
  },
  {
    path: "/register/verification",
    layout: "auth",
    guard: "register-verification-redirect",
    title: () => i18n._("Confirm your e-mail address"),
    page: () => import("@/pages/register/verification").then((module) => module.VerificationPage),
  },
  {
    path: "/email",
    layout: "auth",
    title: () => i18n._("E-mail address"),
    page: () => import("@/pages/email").then((module) => module.EmailPage),
  },
  {
    path: "/password",
    layout: "auth",
    title: () => i18n._("New password"),
    page: () => import("@/pages/password").then((module) => module.PasswordPage),
  },
  {
    path: "/knock-knock",
    layout: "auth",
    title: () => i18n._("Knock"),
    page: () => import("@/pages/knock-knock").then((module) => module.KnockKnockPage),
  },
  {
    path: "/personal/dashboard",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Dashboard"),
    page: () => import("@/pages/personal/dashboard").then((module) => module.DashboardPage),
  },
  {
    path: "/personal/kyc",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Identity verification"),
    page: () => import("@/pages/personal/kyc").then((module) => module.KycPage),
  },
  {
    path: "/personal/settings",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Settings"),
    page: () => import("@/pages/personal/settings").then((module) => module.SettingsPage),
  },
  {
    path: "/personal/contact",
    layout: "personal",
    guard: "profile-redirect",
    title: () => i18n._("Contact"),
    page: () => import("@/pages/personal/contact").then((module) => module.ContactPage),
  },
  {
    path: "/operator",
    layout: "operator",
    title: () => i18n._("Operator console"),
    page: () => import("@/pages/operator/overview").then((module) => module.OperatorOverviewPage),
  },
  {
    path: "/operator/kyc",
    layout: "operator",
    title: () => i18n._("Identity checks"),
    page: () => import("@/pages/operator/kyc").then((module) => module.KycPage),
  },
  {
    path: "/operator/kyc/$client",
    layout: "operator",
    title: () => i18n._("Identity check"),
    page: () => import("@/pages/operator/kyc-case").then((module) => module.KycCasePage),
  },
  {
    path: "/operator/clients",
    layout: "operator",
    title: () => i18n._("Clients"),
    page: () => import("@/pages/operator/clients").then((module) => module.ClientsPage),
  },
  {
    path: "/operator/clients/$client",
    layout: "operator",
    title: () => i18n._("Client"),
    page: () => import("@/pages/operator/client").then((module) => module.ClientPage),
  },
  {
    path: "/operator/files",
    layout: "operator",
    title: () => i18n._("File views"),
    page: () => import("@/pages/operator/files").then((module) => module.FileViewsPage),
  },
  {
    path: "/operator/feedback",
    layout: "operator",
    title: () => i18n._("Feedback"),
    page: () => import("@/pages/operator/feedback").then((module) => module.FeedbackPage),
  },
  {
    path: "/operator/feedback/$ticket",
    layout: "operator",
    title: () => i18n._("Ticket"),
    page: () => import("@/pages/operator/feedback").then((module) => module.FeedbackPage),
  },
  {
    path: "/operator/outbox",
    layout: "operator",
    title: () => i18n._("Outbox"),
    page: () => import("@/pages/operator/outbox").then((module) => module.OutboxPage),
  },
  {
    path: "/operator/outbox/$mail",
    layout: "operator",
    title: () => i18n._("Mail"),
    page: () => import("@/pages/operator/mail").then((module) => module.MailPage),
  },
  {
    path: "/operator/sites",
    layout: "operator",
    title: () => i18n._("Sites"),
    page: () => import("@/pages/operator/sites").then((module) => module.SitesPage),
  },
  {
    path: "/operator/rules",
    layout: "operator",
    title: () => i18n._("Rules"),
    page: () => import("@/pages/operator/rules").then((module) => module.RulesPage),
  },
  {
    path: "/operator/levels",
    layout: "operator",
    title: () => i18n._("Levels"),
    page: () => import("@/pages/operator/levels").then((module) => module.OperatorLevelsPage),
  },
  {
    path: "/operator/staff",
    layout: "operator",
    title: () => i18n._("Staff"),
    page: () => import("@/pages/operator/staff").then((module) => module.StaffPage),
  },
  {
    path: "/operator/audit",
    layout: "operator",
    title: () => i18n._("Audit log"),
    page: () => import("@/pages/operator/audit").then((module) => module.AuditPage),
  },
  {
    path: "/components-example",
    layout: "default",
    title: () => i18n._("Components"),
    page: () => import("@/pages/components-example").then((module) => module.ComponentsExamplePage),
  },
  {
    path: "/components-example/$layout",
    layout: null,
    title: () => i18n._("Layout preview"),
    page: () => import("./layout-preview-route").then((module) => module.LayoutPreviewRoute),
  },
  {
    path: "/_icons",
    layout: "default",
    title: () => i18n._("Icons"),
    page: () => import("@/pages/icons").then((module) => module.IconsPage),
  },
];

type Layout = FunctionComponent<{ children: ReactNode }>;

export const LAYOUTS = {
  auth: () => import("@/layouts/auth-layout").then((module) => module.AuthLayout),
  default: () => import("@/layouts/default-layout").then((module) => module.DefaultLayout),
  earn: () => import("@/layouts/earn-layout").then((module) => module.EarnLayout),
  landing: () => import("@/layouts/landing-layout").then((module) => module.LandingLayout),
  markets: () => import("@/layouts/markets-layout").then((module) => module.MarketsLayout),
  operator: () => import("@/layouts/operator-layout").then((module) => module.OperatorLayout),
  personal: loadPersonalLayout,
  privacy: () => import("@/layouts/privacy-layout").then((module) => module.PrivacyLayout),
  trading: () => import("@/layouts/trading-layout").then((module) => module.TradingLayout),
} satisfies Record<string, () => Promise<Layout>>;

async function loadPersonalLayout(): Promise<Layout> {
  const [{ PersonalLayout }, { KycBanner }] = await Promise.all([
    import("@/layouts/personal-layout"),
    import("@/features/kyc/kyc-banner"),
  ]);
  return ({ children }) => <PersonalLayout banners={<KycBanner />}>{children}</PersonalLayout>;
}

/**
 * The layout, with the cache of server answers around it. The landing layout comes without: the query library
 * would be half of what that page may weigh beside its framework, so its live parts bring the cache themselves.
 */
export async function loadLayout(name: LayoutName | null): Promise<Layout> {
  if (name === "landing") return LAYOUTS.landing();
  const [{ QueryProvider }, Layout] = await Promise.all([
    import("@/api/query-provider"),
    name ? LAYOUTS[name]() : null,
    import("./every-page-styles"),
  ]);
  return Layout
    ? ({ children }) => (
        <QueryProvider>
          <Layout>{children}</Layout>
        </QueryProvider>
      )
    : QueryProvider;
}
