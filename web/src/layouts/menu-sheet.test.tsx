import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "@/testing/render-page";
import { headerItems, ShowAllNavigation } from "./navigation";
import { BottomBar } from "./personal-layout";
import { PhoneMenu } from "./site-header";

beforeEach(() => {
  // jsdom knows the element but not its methods.
  Object.assign(HTMLDialogElement.prototype, {
    showModal: vi.fn(function (this: HTMLDialogElement) {
      this.open = true;
    }),
    close: vi.fn(function (this: HTMLDialogElement) {
      this.open = false;
    }),
  });
});

const menu = () => screen.queryByRole("dialog");

async function openPhoneMenu() {
  const user = renderPage(
    <ShowAllNavigation value={true}>
      <PhoneMenu items={headerItems} />
    </ShowAllNavigation>,
  );
  await user.click(await screen.findByRole("button", { name: "Menu" }));
  return user;
}

test("the menu is closed until it is asked for", async () => {
  renderPage(<PhoneMenu items={headerItems} />);

  await screen.findByRole("button", { name: "Menu" });
  expect(menu()).toBeNull();
});

test("the menu opens with every destination and the way in", async () => {
  await openPhoneMenu();

  const dialog = within(screen.getByRole("dialog", { name: "Clearwater" }));
  expect(dialog.getByRole("link", { name: /^Trade/ })).toHaveAttribute("href", "/trading");
  expect(dialog.getByRole("link", { name: "Privacy" })).toHaveAttribute("href", "/privacy");
  expect(dialog.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
});

test("following a link closes the menu", async () => {
  const user = await openPhoneMenu();

  await user.click(screen.getByRole("link", { name: /^News/ }));

  expect(user.location()).toBe("/news");
  expect(menu()).toBeNull();
});

test("the close button closes the menu", async () => {
  const user = await openPhoneMenu();

  await user.click(screen.getByRole("button", { name: "Close menu" }));

  expect(menu()).toBeNull();
});

test("More holds the pages of the personal area that have no place in the bottom bar", async () => {
  const user = renderPage(
    <ShowAllNavigation value={true}>
      <BottomBar />
    </ShowAllNavigation>,
  );

  await user.click(await screen.findByRole("button", { name: "More" }));

  const links = within(screen.getByRole("dialog", { name: "Personal area" })).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Deposit",
    "Withdraw",
    "Earn",
    "Pre-market",
    "Transactions",
    "Notifications",
    "KYC",
    "Settings",
    "Contact",
  ]);
});
