import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aClient } from "@/testing/builders";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, fill, renderSettings, serveChange } from "@/testing/render-settings";

// All 249 would take a second each time the list opens; they are tested separately.
vi.mock("@/lib/countries", () => ({
  listCountries: () => [
    { code: "DE", name: "Germany" },
    { code: "GB", name: "United Kingdom" },
  ],
}));

const full = {
  first_name: "Ada",
  middle_name: null,
  last_name: "Lovelace",
  birth_date: "1985-12-10",
  country: "GB",
  region: null,
  city: "London",
  address: "12 St James's Square",
  postal_code: null,
};
const field = (name: string) => screen.findByLabelText(name);
const saveButton = () => screen.getByRole("button", { name: "Save personal information" });

test("personal info is filled in and saved as a whole", async () => {
  const { account, user } = renderSettings("personal-info");
  const requests = serveChange(account, "/v1/client/personal-info", () => ({ personal_info: full }));

  await fill(user, await field("First name"), " Ada ");
  await fill(user, await field("Last name"), "Lovelace");
  await fill(user, await field("Date of birth"), "12/10/85");
  await fill(user, screen.getByRole("combobox", { name: "Country" }), "kingdom");
  await user.click(await screen.findByRole("option", { name: "United Kingdom" }));
  await fill(user, await field("City"), "London");
  await fill(user, await field("Street and number"), "12 St James's Square");
  await user.click(saveButton());

  expect(await screen.findByText("Personal information saved")).toBeVisible();
  expect(await bodiesOf(requests)).toEqual([{ ...full, middle_name: "", region: "", postal_code: "" }]);
  expect(await field("First name")).toHaveValue("Ada");
  expect(saveButton()).toBeDisabled();
});

test("what is missing is said at each field, and nobody under age gets in", async () => {
  const { user } = renderSettings("personal-info");
  const year = new Date().getFullYear() - 10;

  await fill(user, await field("Date of birth"), `01/01/${year % 100}`);
  await user.click(saveButton());

  expect(await screen.findByText("Enter your first name.")).toBeVisible();
  expect(screen.getByText("Enter your last name.")).toBeVisible();
  expect(screen.getByText("You must be at least 18 years old.")).toBeVisible();
  expect(screen.getByText("Choose a country.")).toBeVisible();
  expect(screen.getByText("Enter your city.")).toBeVisible();
  expect(screen.getByText("Enter your street and number.")).toBeVisible();
});

test("a date that is none is said to be, and sent nowhere", async () => {
  const { account, user } = renderSettings("personal-info", { personal_info: full });
  const requests = serveChange(account, "/v1/client/personal-info", () => ({}));
  expect(await field("Date of birth")).toHaveValue("12/10/1985");

  await fill(user, await field("Date of birth"), "31/12/85");
  await user.click(saveButton());

  expect(await screen.findByText("Enter the date as mm/dd/yyyy.")).toBeVisible();
  expect(await field("Date of birth")).toHaveFocus();
  expect(requests).toHaveLength(0);
});

test("the server's complaint about a field stands at that field", async () => {
  serveProblem("patch", "/v1/client/personal-info", {
    status: 422,
    code: "VALIDATION_FAILED",
    errors: [{ field: "city", code: "value_error", message: "Use letters." }],
  });
  const { user } = renderSettings("personal-info", { personal_info: full });

  await fill(user, await field("City"), "London!");
  await user.click(saveButton());

  expect(await screen.findByText("Use letters.")).toBeVisible();
  expect(await field("City")).toBeInvalid();
});

test.each(["pending", "approved"] as const)(
  "names are locked and say why while KYC is %s",
  async (status) => {
    const kyc = { ...aClient().kyc, status };
    const { account, user } = renderSettings("personal-info", { kyc, personal_info: full });
    const requests = serveChange(account, "/v1/client/personal-info", (info) => ({
      personal_info: info as never,
    }));

    expect(await screen.findByText(/^Your name is .*locked/)).toBeVisible();
    await user.type(await field("First name"), "m");
    await fill(user, await field("City"), "London W1");
    await user.click(saveButton());

    expect(await screen.findByText("Personal information saved")).toBeVisible();
    expect(await bodiesOf(requests)).toMatchObject([{ first_name: "Ada", city: "London W1" }]);
  },
);

test("a refusal that concerns no field stands above the form, which can be sent again", async () => {
  let tries = 0;
  serve("patch", "/v1/client/personal-info", () => {
    tries += 1;
    return problemResponse({ status: 409, code: "NAMES_LOCKED", detail: "Names stay as they are." });
  });
  const { user } = renderSettings("personal-info", { personal_info: full });

  await user.type(await field("First name"), "m");
  await user.click(saveButton());
  expect(await screen.findByText("Names stay as they are.")).toBeVisible();

  await user.click(saveButton());
  await expect.poll(() => tries).toBe(2);
});

test("while it is being saved the button says so and takes no second press", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { account, user } = renderSettings("personal-info", { personal_info: full });
  const requests = serve("patch", "/v1/client/personal-info", async () => {
    await answered;
    return { client: account.client };
  });

  await fill(user, await field("City"), "Londonx");
  await user.click(saveButton());
  expect(saveButton()).toHaveAttribute("aria-busy", "true");
  await user.click(saveButton());
  answer();

  expect(await screen.findByText("Personal information saved")).toBeVisible();
  expect(requests).toHaveLength(1);
});
