import type { FunctionComponent, ReactNode } from "react";

type Layout = FunctionComponent<{ children: ReactNode }>;

export type LayoutName = keyof typeof LAYOUTS;

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
 * The layout, wrapped in the query client provider. The landing layout has none: the query library would take
 * half of that page's size budget, so its live parts provide it themselves.
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
