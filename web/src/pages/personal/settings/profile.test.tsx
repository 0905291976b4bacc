import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, fill, renderSettings, serveChange } from "@/testing/render-settings";

// All 249 would take a second each time the list opens; they are tested separately.
vi.mock("@/lib/countries", () => ({
  listCountries: () => [
    { code: "DE", name: "Germany" },
    { code: "GB", name: "United Kingdom" },
  ],
}));

const textbox = (name: string) => screen.findByLabelText(name);

test("the settings open with the profile, and name the section in hand", async () => {
  const { user } = renderSettings("");

  expect(await screen.findByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  const navigation = within(screen.getByRole("navigation", { name: "Settings" }));
  const current = () => navigation.getAllByRole("link", { current: "page" }).map((link) => link.textContent);
  expect(current()).toEqual(["Profile"]);
  expect(await screen.findByRole("region", { name: "Profile" })).toBeInTheDocument();

  await user.click(navigation.getByRole("link", { name: "Appearance" }));
  expect(user.location()).toBe("/personal/settings#appearance");
  expect(current()).toEqual(["Appearance"]);
  expect(await screen.findByRole("region", { name: "Appearance" })).toBeInTheDocument();
});

test("a link to a place inside a section opens that section", async () => {
  serve("get", "/v1/client/passkeys", { items: [], next_cursor: null });
  renderSettings("passkeys");

  expect(await screen.findByRole("region", { name: "Security" })).toBeInTheDocument();
  const navigation = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(navigation.getByRole("link", { current: "page" })).toHaveTextContent("Security");
});

test("only what was changed is sent, each by its own call", async () => {
  const { account, user } = renderSettings("profile", { description: "Old words", username: "ada" });
  const phones = serveChange(account, "/v1/client/phone", ({ phone }) => ({ phone: String(phone) }));
  const descriptions = serveChange(account, "/v1/client/description", () => ({ description: "New words" }));

  const save = await screen.findByRole("button", { name: "Save profile" });
  expect(save).toBeDisabled();
  await fill(user, await textbox("Phone"), "+49 (151) 123-45678");
  await fill(user, await textbox("Bio"), "New words");
  await user.click(save);

  expect(await screen.findByText("Profile saved")).toBeVisible();
  expect(await bodiesOf(phones)).toEqual([{ phone: "+4915112345678" }]);
  expect(await bodiesOf(descriptions)).toEqual([{ description: "New words" }]);
  expect(await textbox("Phone")).toHaveValue("+4915112345678");
  expect(save).toBeDisabled();
});

test("a country is found by typing, and a city without one is asked for it", async () => {
  const { account, user } = renderSettings("profile");
  const requests = serveChange(account, "/v1/client/location", (location) => ({
    location: location as never,
  }));

  await fill(user, await textbox("City"), "Hamburg");
  await user.click(screen.getByRole("button", { name: "Save profile" }));
  expect(await screen.findByText("Choose a country.")).toBeVisible();

  await fill(user, screen.getByRole("combobox", { name: "Country" }), "germ");
  await user.click(await screen.findByRole("option", { name: "Germany" }));
  await user.click(screen.getByRole("button", { name: "Save profile" }));

  await waitFor(async () =>
    expect(await bodiesOf(requests)).toEqual([{ country: "DE", region: "", city: "Hamburg" }]),
  );
});

test("a username that somebody has is refused at its field; what else was changed is kept", async () => {
  const { account, user } = renderSettings("profile");
  serveProblem("patch", "/v1/client/username", {
    status: 409,
    code: "USERNAME_TAKEN",
    detail: "Somebody has this username.",
  });
  const descriptions = serveChange(account, "/v1/client/description", () => ({ description: "Words" }));

  await fill(user, await textbox("Username"), "satoshi");
  await fill(user, await textbox("Bio"), "Words");
  await user.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Somebody has this username.")).toBeVisible();
  expect(await textbox("Username")).toHaveAccessibleDescription(/Somebody has this username/);
  expect(descriptions).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Save profile" })).toBeEnabled();
});

test("what cannot be right is not sent", async () => {
  const { user } = renderSettings("profile", { username: "ada" });

  await user.clear(await textbox("Username"));
  await fill(user, await textbox("Phone"), "0151 123");
  await user.click(screen.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("You can change your username, but not remove it.")).toBeVisible();
  expect(screen.getByText(/Start with \+ and the country code/)).toBeVisible();
});

test("a picture is cut to a square, stored and taken as avatar", async () => {
  const bitmap = { width: 400, height: 200 };
  vi.stubGlobal("createImageBitmap", async () => bitmap);
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: vi.fn(),
    drawImage,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) =>
    take(new Blob(["jpeg"], { type: "image/jpeg" })),
  );
  const { account, user } = renderSettings("profile");
  const url = "/api/v1/file/1";
  const files = serve("post", "/v1/file", { id: "1", url, mime: "image/jpeg", size: 4 }, 201);
  const avatars = serveChange(account, "/v1/client/avatar", () => ({ avatar: url }));

  await user.upload(
    await screen.findByLabelText("Photo file"),
    new File(["png"], "me.png", { type: "image/png" }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Crop photo" }));
  dialog.getByRole("button", { name: /Photo: drag it/ }).focus();
  await user.keyboard("{ArrowRight}");
  await user.click(dialog.getByRole("button", { name: "Save photo" }));

  expect(await screen.findByText("Photo saved")).toBeVisible();
  expect(files.map((request) => new URL(request.url).search)).toEqual(["?type=avatar"]);
  expect(await bodiesOf(avatars)).toEqual([{ url }]);
  // The picture moved right by a twentieth of the square, so the crop moved left.
  expect(drawImage.mock.lastCall).toEqual([bitmap, 90, 0, 200, 200, 0, 0, 512, 512]);
  expect(await screen.findByRole("button", { name: "Remove photo" })).toBeVisible();
});

test("a refused picture says why and stays open for another try", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 100, height: 100 }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) => take(new Blob(["x"])));
  serveProblem("post", "/v1/file", { status: 429, code: "RATE_LIMITED", detail: "Too many uploads." });
  const { user } = renderSettings("profile");

  await user.upload(
    await screen.findByLabelText("Photo file"),
    new File(["x"], "me.png", { type: "image/png" }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save photo" }));

  expect(await dialog.findByText("Too many uploads.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save photo" })).toBeEnabled();
});

test("a file that is no picture is turned away", async () => {
  vi.stubGlobal("createImageBitmap", async () => Promise.reject(new DOMException("", "InvalidStateError")));
  const { user } = renderSettings("profile");

  await user.upload(
    await screen.findByLabelText("Photo file"),
    new File(["x"], "me.png", { type: "image/png" }),
  );

  expect(await screen.findByText("Couldn’t open this photo")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});
