import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { SupportChat } from "@/features/support-chat/support-chat";
import { classNames } from "@/lib/class-names";
import { BottomBar } from "./bottom-bar";
import { PageMain } from "./page-main";
import { SideMenu } from "./side-menu";
import { SiteHeader } from "./site-header";
import { SkipLink } from "./skip-link";
import { SlimFooter } from "./slim-footer";

type PersonalLayoutProps = {
  /** What the client should see to before anything else, above every page of the area. */
  banners?: ReactNode;
  children: ReactNode;
};

export function PersonalLayout({ banners, children }: PersonalLayoutProps) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--bottom-bar,0px))] flex-col">
      <SkipLink />
      <SiteHeader width="wide" />
      <div className={classNames(PAGE_WIDTH.wide, "flex flex-1")}>
        <SideMenu />
        <div className="flex min-w-0 flex-1 flex-col lg:pl-8">
          <PageMain className="flex flex-1 flex-col gap-6 py-6 lg:py-8">
            {banners}
            {children}
          </PageMain>
          <SlimFooter />
        </div>
      </div>
      <BottomBar />
      <SupportChat />
    </div>
  );
}
