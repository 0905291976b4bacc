import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { aContract, aPremarketOrder } from "@/testing/premarket";
import { renderPage } from "@/testing/render-page";
import { PersonalPreMarketPage } from "./pre-market";

afterEach(clearSession);

test("contracts and orders of all pre-markets are listed by tab", async () => {
  startSession("token");
  serve("get", "/v1/premarkets/contracts", ({ request }) => {
    const isOpen = new URL(request.url).searchParams.get("status") === "open";
    return { items: isOpen ? [aContract()] : [], next_cursor: null };
  });
  serve("get", "/v1/premarkets/orders", { items: [aPremarketOrder({ symbol: "SOON" })], next_cursor: null });
  const user = renderPage(<PersonalPreMarketPage />, { at: "/personal/pre-market" });

  expect(await screen.findByRole("link", { name: "NOVA / USDT" })).toHaveAttribute(
    "href",
    "/pre-market/detail/NOVA",
  );
  expect(screen.getByText("Awaiting listing")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Open orders" }));
  expect(await screen.findByRole("button", { name: "Cancel SOON buy order at 2.4 USDT" })).toBeVisible();
  expect(user.location()).toBe("/personal/pre-market?tab=orders");
  await user.click(screen.getByRole("tab", { name: "Past contracts" }));
  expect(await screen.findByText("No contracts yet")).toBeVisible();
});
