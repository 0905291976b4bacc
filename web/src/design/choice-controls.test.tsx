import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import { RadioGroup } from "./radio-group";
import { Switch } from "./switch";

const DOCUMENTS = [
  { value: "passport", label: "Passport", hint: "One page is enough." },
  { value: "id_card", label: "Identity card" },
  { value: "visa", label: "Visa", disabled: true },
] as const;

test("the text beside a checkbox ticks it, and its hint describes it", async () => {
  render(<Checkbox label="I accept the terms" hint="You can read them first." />);
  const checkbox = screen.getByRole("checkbox", { name: "I accept the terms" });

  await userEvent.click(screen.getByText("I accept the terms"));

  expect(checkbox).toBeChecked();
  expect(checkbox).toHaveAccessibleDescription("You can read them first.");
});

test("a checkbox can be neither on nor off, and wrong", () => {
  render(<Checkbox label="All orders" indeterminate error="Choose at least one." />);

  const checkbox = screen.getByRole("checkbox", { name: "All orders" });
  expect(checkbox).toBePartiallyChecked();
  expect(checkbox).toBeInvalid();
  expect(checkbox).toHaveAccessibleDescription("Choose at least one.");
});

test("a switch is announced as one and can be turned with the keyboard", async () => {
  const onChange = vi.fn();
  render(<Switch label="Sign-in alerts" onChange={(event) => onChange(event.target.checked)} />);

  await userEvent.tab();
  await userEvent.keyboard(" ");

  expect(screen.getByRole("switch", { name: "Sign-in alerts" })).toBeChecked();
  expect(onChange.mock.calls).toEqual([[true]]);
});

test("a radio group is named by its field and reports the choice", async () => {
  const onValueChange = vi.fn();
  render(
    <Field label="Document" kind="group" hint="It must be valid.">
      <RadioGroup options={DOCUMENTS} onValueChange={onValueChange} />
    </Field>,
  );

  await userEvent.click(screen.getByRole("radio", { name: "Identity card" }));
  await userEvent.click(screen.getByRole("radio", { name: "Visa" }));

  expect(screen.getByRole("radiogroup", { name: "Document" })).toHaveAccessibleDescription(
    "It must be valid.",
  );
  expect(onValueChange.mock.calls).toEqual([["id_card"]]);
  expect(screen.getByRole("radio", { name: "Visa" })).toBeDisabled();
});

interface Choices {
  document: string;
  terms: boolean;
  alerts: boolean;
}

function ChoiceForm({ onSubmit }: { onSubmit: (values: Choices) => void }) {
  const { register, handleSubmit } = useForm<Choices>({ defaultValues: { document: "passport" } });
  return (
    <form onSubmit={handleSubmit((values) => onSubmit(values))}>
      <RadioGroup aria-label="Document" options={DOCUMENTS} {...register("document")} />
      <Checkbox label="Terms" {...register("terms")} />
      <Switch label="Alerts" {...register("alerts")} />
      <Button type="submit">Save</Button>
    </form>
  );
}

test("all three can be registered with a form", async () => {
  const onSubmit = vi.fn();
  render(<ChoiceForm onSubmit={onSubmit} />);

  expect(screen.getByRole("radio", { name: "Passport" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Identity card" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Terms" }));
  await userEvent.click(screen.getByRole("switch", { name: "Alerts" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  await expect
    .poll(() => onSubmit.mock.calls)
    .toEqual([[{ document: "id_card", terms: true, alerts: true }]]);
});
