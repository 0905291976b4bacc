import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listenForInstallPrompt } from "@/features/apps/install-prompt";
import { renderPage } from "@/testing/render-page";
import { AppsPage } from "./apps";

test("the page says how to install the app and leads a phone to the site", async () => {
  renderPage(<AppsPage />, { site: { sitename: "Harbour" } });

  expect(await screen.findByRole("img", { name: "QR code of the address of Harbour" })).toBeVisible();
  expect(screen.getByText(/tap Share, then Add to Home Screen/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Install the app" })).toBeNull();
});

test("where the browser offers it, a button installs the app", async () => {
  listenForInstallPrompt();
  const user = renderPage(<AppsPage />);
  await screen.findByRole("heading", { name: "Apps" });
  const prompt = vi.fn(async () => ({ outcome: "accepted" }));

  act(() => void dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt })));
  await user.click(screen.getByRole("button", { name: "Install the app" }));

  expect(prompt).toHaveBeenCalledOnce();
  act(() => void dispatchEvent(new Event("appinstalled")));
  expect(screen.getByText("The app is installed on this device.")).toBeVisible();
});
