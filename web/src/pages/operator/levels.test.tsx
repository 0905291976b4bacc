import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aStaffSite, someLevels } from "@/testing/builders";
import { invalidFields, serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { OperatorLevelsPage } from "./levels";

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["levels", "sites"] });
  serve("get", "/operator/sites", { items: [aStaffSite()], next_cursor: null });
  serve("get", "/operator/levels", { items: someLevels(), next_cursor: null });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("a level is saved after a look at what changes, and a refusal goes to its field", async () => {
  let isRefused = true;
  const saved = serve("put", "/operator/levels/{key}", () => {
    if (!isRefused) return someLevels()[1] ?? null;
    isRefused = false;
    const message = "A higher level asks for less than this.";
    return invalidFields({ field: "requirements.volume_30d", code: "level", message });
  });
  const user = renderPage(<OperatorLevelsPage />, { at: "/operator/levels" });

  await user.click(await screen.findByRole("button", { name: "Edit Starter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Level Starter" }));
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  expect(await dialog.findByText("No changes yet.")).toBeVisible();

  const volume = dialog.getByLabelText("30-day volume");
  await user.clear(volume);
  await user.type(volume, "26000");
  const maker = dialog.getByLabelText("Maker fee");
  expect(maker).toHaveValue("0.16");
  await user.clear(maker);
  await user.type(maker, "0.155");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  expect((await dialog.findAllByRole("term")).map(({ textContent }) => textContent)).toEqual([
    "30-day volume",
    "Maker fee",
  ]);
  expect(dialog.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "500 USDT26,000 USDT",
    "0.16%0.155%",
  ]);
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  expect(await dialog.findByText("A higher level asks for less than this.")).toBeVisible();
  await user.clear(dialog.getByLabelText("30-day volume"));
  await user.type(dialog.getByLabelText("30-day volume"), "600");
  await user.click(dialog.getByRole("button", { name: "Review changes" }));
  await user.click(await dialog.findByRole("button", { name: "Save changes" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(new URL(saved[1]?.url ?? "").search).toBe("?site=localhost");
  expect(await saved[1]?.json()).toEqual({
    name: "Starter",
    requirements: { kyc: true, two_factor: false, volume_30d: "600", balance: "100" },
    fees: { maker: "0.00155", taker: "0.002" },
    limits: { withdraw_day: "50000" },
    features: ["earn", "brand_new_thing"],
  });
});
