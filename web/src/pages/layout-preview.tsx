import { i18n } from "@lingui/core";
import { Link, notFound } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { AuthLayout } from "@/layouts/auth-layout";
import { DefaultLayout } from "@/layouts/default-layout";
import { EarnLayout } from "@/layouts/earn-layout";
import { LandingLayout } from "@/layouts/landing-layout";
import { MarketsLayout } from "@/layouts/markets-layout";
import { ShowAllNavigation } from "@/layouts/navigation";
import { PersonalLayout } from "@/layouts/personal-layout";
import { PrivacyLayout } from "@/layouts/privacy-layout";
import { TradingLayout } from "@/layouts/trading-layout";
import { classNames } from "@/lib/class-names";

const LAYOUTS: ReadonlyMap<string, ComponentType<{ children: ReactNode }>> = new Map([
  ["auth", AuthLayout],
  ["default", DefaultLayout],
  ["earn", EarnLayout],
  ["landing", LandingLayout],
  ["markets", MarketsLayout],
  ["personal", PersonalLayout],
  ["privacy", PrivacyLayout],
  ["trading", TradingLayout],
]);

const EDGE_TO_EDGE: ReadonlySet<string> = new Set(["landing", "trading"]);

/** A layout around sample content, with the navigation of the finished site. */
export function LayoutPreviewPage({ layout }: { layout: string | undefined }) {
  const Layout = LAYOUTS.get(layout ?? "");
  if (layout === undefined || !Layout) throw notFound();

  return (
    <ShowAllNavigation value={true}>
      <Layout>
        <div className={classNames("flex flex-1 flex-col gap-6", EDGE_TO_EDGE.has(layout) && "p-4 lg:p-8")}>
          <div className="flex flex-col gap-2">
            <h1 className="font-semibold text-28">{i18n._("Preview of the {layout} layout", { layout })}</h1>
            <p className="max-w-prose text-ink-2">
              {i18n._("Sample content, with all links of the finished site. Some pages don’t exist yet.")}
            </p>
          </div>
          <OtherLayouts />
          {layout === "trading" ? <TradingPanels /> : <SampleBlocks />}
        </div>
      </Layout>
    </ShowAllNavigation>
  );
}

function OtherLayouts() {
  return (
    <nav aria-label={i18n._("Layouts")}>
      <ul className="flex flex-wrap gap-2">
        {[...LAYOUTS.keys()].map((layout) => (
          <li key={layout}>
            <Link
              to="/components-example/$layout"
              params={{ layout }}
              className="flex h-8 items-center rounded-full border border-line-strong px-3 text-13 text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {layout}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SampleBlocks() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SampleBlock className="h-40" />
      <SampleBlock className="h-40" />
      <SampleBlock className="h-80 sm:col-span-2" />
    </div>
  );
}

function TradingPanels() {
  return (
    <div className="grid min-h-0 flex-1 gap-2 xl:grid-cols-[minmax(0,1fr)_18rem_20rem] xl:grid-rows-[minmax(0,1fr)_12rem]">
      <SampleBlock className="h-64 xl:h-auto" />
      <SampleBlock className="h-64 xl:h-auto" />
      <SampleBlock className="h-64 xl:row-span-2 xl:h-auto" />
      <SampleBlock className="h-40 xl:col-span-2 xl:h-auto" />
    </div>
  );
}

function SampleBlock({ className }: { className: string }) {
  return (
    <div
      className={classNames(
        "grid place-items-center rounded-card border border-line border-dashed bg-deep p-4 text-13 text-ink-3",
        className,
      )}
    >
      {i18n._("Sample")}
    </div>
  );
}
