import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { Field } from "./field";
import { TextArea } from "./text-area";
import { TextInput } from "./text-input";

test("the label names the input and the hint describes it", () => {
  render(
    <Field label="Email" hint="We send a code there." optional>
      <TextInput />
    </Field>,
  );

  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input).toHaveAccessibleDescription("We send a code there.");
  expect(input).not.toHaveAttribute("aria-invalid");
  expect(screen.getByText("Optional")).toBeVisible();
});

test("an error replaces the hint, marks the input and appears in a live region that was there before", () => {
  const field = (error?: string) => (
    <Field label="About you" hint="At most 280 characters." error={error}>
      <TextArea />
    </Field>
  );
  const { container, rerender } = render(field());
  const region = container.querySelector("[aria-live]");

  rerender(field("That is too long."));

  expect(region).toHaveTextContent("That is too long.");
  const input = screen.getByRole("textbox", { name: "About you" });
  expect(input).toHaveAccessibleDescription("That is too long.");
  expect(input).toBeInvalid();
  expect(screen.queryByText("At most 280 characters.")).toBeNull();
});

test("a description of the input's own is kept beside the field's", () => {
  render(
    <>
      <p id="own">Own words.</p>
      <Field label="Name" hint="As in your passport.">
        <TextInput aria-describedby="own" />
      </Field>
    </>,
  );

  expect(screen.getByRole("textbox")).toHaveAccessibleDescription("Own words. As in your passport.");
});

function NameForm({ onSubmit }: { onSubmit: (values: { name: string }) => void }) {
  const { register, handleSubmit, formState } = useForm<{ name: string }>();
  return (
    <form onSubmit={handleSubmit(onSubmit)}>
      <Field label="Name" error={formState.errors.name?.message}>
        <TextInput {...register("name", { required: "Enter your name." })} />
      </Field>
      <button type="submit">Save</button>
    </form>
  );
}

test("a registered input is focused when it is wrong and submits what was typed", async () => {
  const onSubmit = vi.fn();
  render(<NameForm onSubmit={(values) => onSubmit(values)} />);
  const input = screen.getByRole("textbox", { name: "Name" });

  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter your name.")).toBeVisible();
  expect(input).toHaveFocus();

  await userEvent.type(input, "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => onSubmit.mock.calls).toEqual([[{ name: "Ada" }]]);
});
