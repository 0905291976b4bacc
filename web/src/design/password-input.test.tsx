import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Field } from "./field";
import { PasswordInput } from "./password-input";
import { PasswordStrength } from "./password-strength";

test("the password is hidden until it is asked for, and hidden again after", async () => {
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  );
  const input = screen.getByLabelText("Password");

  expect(input).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input).toHaveAttribute("type", "password");
});

test.each([
  ["", "Use at least 10 characters."],
  ["short", "Use at least 10 characters."],
  ["password123", "This is one of the passwords that are guessed first."],
  ["grace-and-a-boat", "It contains the name from your e-mail address."],
  ["aaaaaaaaaaaa", "Weak. Repeated characters add little."],
  ["correct horse battery", "Strong"],
])("the meter says about %j: %s", (password, text) => {
  render(<PasswordStrength password={password} email="grace@example.com" />);

  expect(screen.getByText(text)).toBeVisible();
});
