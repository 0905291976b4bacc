import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { queries } from "@/api/queries";
import { serveProblem } from "@/testing/fake-server";
import { aNotice, serveNotices } from "@/testing/notices";
import { renderPage } from "@/testing/render-page";
import { stubDialogs, stubScreen } from "@/testing/screen";
import { NoticeBell } from "./notice-bell";

beforeEach(() => {
  queries.clear();
  stubDialogs();
  stubScreen(1440);
});

const openBell = async (name: string) => {
  const user = renderPage(<NoticeBell />);
  await user.click(await screen.findByRole("button", { name }));
  return user;
};

test("the bell has the number of unread notices, and its list leads to where each belongs", async () => {
  serveNotices([
    aNotice(),
    aNotice({
      kind: "deposit",
      data: { id: "1", coin: "BTC", amount: "0.5", network: "btc" },
      read_at: 1_800_000_001,
    }),
  ]);
  await openBell("Notifications, 1 unread");

  const list = await screen.findByRole("list");
  const [alert, deposit] = within(list).getAllByRole("link");
  expect(alert).toHaveTextContent("Unread BTC-USDT reached 65000");
  expect(alert).toHaveAttribute("href", "/trading/BTC-USDT");
  expect(deposit).toHaveTextContent("0.5 BTC added to your balance.");
  expect(deposit).not.toHaveTextContent("Unread");
  expect(within(list).getAllByRole("time")[0]).toHaveAttribute("title");
});

test("a notice that is followed is read", async () => {
  const { reads } = serveNotices([aNotice({ id: "first" }), aNotice({ id: "second" })]);
  const user = await openBell("Notifications, 2 unread");

  await user.click((await screen.findAllByRole("link", { name: /reached/ }))[0] as HTMLElement);

  expect(await screen.findByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  expect(await reads[0]?.json()).toEqual({ ids: ["first"], all: false });
});

test("all notices are marked as read with one button", async () => {
  serveNotices([aNotice(), aNotice()]);
  const user = await openBell("Notifications, 2 unread");

  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));

  expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
});

test("an empty list says what will appear", async () => {
  serveNotices();
  await openBell("Notifications");

  expect(await screen.findByText("No notifications yet")).toBeVisible();
});

test("a list that could not be loaded can be loaded again", async () => {
  serveProblem("get", "/v1/notices", { status: 503, code: "ENGINE_UNAVAILABLE" });
  const user = await openBell("Notifications");
  const retry = await screen.findByRole("button", { name: "Try again" });

  serveNotices([aNotice()]);
  await user.click(retry);

  expect(await screen.findByRole("link", { name: /reached/ })).toBeVisible();
});
