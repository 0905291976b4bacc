import { expect, test } from "vitest";
import { hidePages } from "@/lib/page-paths";
import { footerGroups } from "./footer-navigation";
import { marketsItems } from "./markets-navigation";
import { accountActions, headerItems, privacyItems, visibleItems } from "./navigation";
import { bottomBarItems, personalGroups } from "./personal-navigation";

test("an item is shown when its page exists, and in the order of the list", () => {
  hidePages({ news: false });
  const shown = visibleItems([
    { path: "/privacy", hash: "cookies", label: () => "Cookies", icon: "cookie" },
    { path: "/news", label: () => "News", icon: "newspaper" },
    { path: "/", label: () => "Home", icon: "house" },
  ]);

  expect(shown.map((item) => item.label())).toEqual(["Cookies", "Home"]);
  hidePages({});
});

test("the bottom bar holds four entries of the side menu", () => {
  const sideMenu = personalGroups.flatMap((group) => group.items);

  expect(bottomBarItems).toHaveLength(4);
  expect(sideMenu).toEqual(expect.arrayContaining([...bottomBarItems]));
});

test("every address of the specification that stands in a menu is in one", () => {
  const items = [
    ...headerItems,
    ...marketsItems,
    ...privacyItems,
    ...accountActions,
    ...personalGroups.flatMap((group) => group.items),
  ];

  expect(items.map((item) => item.path).sort()).toEqual([
    "/apps",
    "/earn",
    "/exchanger",
    "/faq",
    "/kyc-levels",
    "/login",
    "/markets/overview",
    "/markets/overview",
    "/markets/trading-data",
    "/news",
    "/personal/assets",
    "/personal/contact",
    "/personal/dashboard",
    "/personal/deposit",
    "/personal/earn",
    "/personal/exchange",
    "/personal/kyc",
    "/personal/notices",
    "/personal/orders",
    "/personal/pre-market",
    "/personal/settings",
    "/personal/transactions",
    "/personal/withdraw",
    "/pre-market",
    "/privacy",
    "/register",
    "/terms",
    "/trading",
  ]);
});

test("no group of the footer names a place twice", () => {
  const places = footerGroups.flatMap((group) =>
    group.items.map((item) => `${item.path}#${item.hash ?? ""}`),
  );

  expect(new Set(places).size).toBe(places.length);
});
