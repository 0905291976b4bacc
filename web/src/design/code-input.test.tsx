import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { CodeInput } from "./code-input";
import { Field } from "./field";

interface ExampleProps {
  start: string;
  onComplete: (code: string) => void;
}

function Example({ start, onComplete }: ExampleProps) {
  const [code, setCode] = useState(start);
  return (
    <Field label="Code from your email">
      <CodeInput value={code} onValueChange={setCode} onComplete={onComplete} />
    </Field>
  );
}

function renderCode(start = "") {
  const onComplete = vi.fn();
  render(<Example start={start} onComplete={onComplete} />);
  return { onComplete, input: screen.getByRole("textbox", { name: "Code from your email" }) };
}

test("is one text field that a phone can fill from a message", () => {
  const { input } = renderCode();

  expect(input).toHaveAttribute("autocomplete", "one-time-code");
  expect(input).toHaveAttribute("inputmode", "numeric");
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
});

test("the sixth digit completes the code, once", async () => {
  const { input, onComplete } = renderCode();

  await userEvent.type(input, "12345");
  expect(onComplete).not.toHaveBeenCalled();

  await userEvent.keyboard("67");
  expect(input).toHaveValue("123456");
  expect(onComplete.mock.calls).toEqual([["123456"]]);
});

test("only digits get in", async () => {
  const { input } = renderCode();

  await userEvent.type(input, "1a2 -3");

  expect(input).toHaveValue("123");
});

test("a pasted code may carry spaces and words around it", async () => {
  const { input, onComplete } = renderCode("99");

  await userEvent.click(input);
  await userEvent.paste("Your code: 123 456");

  expect(input).toHaveValue("123456");
  expect(onComplete.mock.calls).toEqual([["123456"]]);
});

test("arrows choose a digit and the next one typed replaces it", async () => {
  const { input } = renderCode("1234");

  await userEvent.tab();
  await userEvent.keyboard("{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}9");

  expect(input).toHaveValue("1934");
});

test("backspace deletes backwards from the end", async () => {
  const { input } = renderCode("1234");

  await userEvent.tab();
  await userEvent.keyboard("{End}{Backspace}{Backspace}5");

  expect(input).toHaveValue("125");
});

test("a complete code is typed over when the field is entered again", async () => {
  const { input, onComplete } = renderCode("123456");

  await userEvent.tab();
  await userEvent.keyboard("654321");

  expect(input).toHaveValue("654321");
  expect(onComplete.mock.calls).toEqual([["654321"]]);
});
