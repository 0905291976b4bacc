import { expect, test, vi } from "vitest";
import { describeProblem, setFieldErrors } from "./form-problems";
import { ProblemError } from "./problem-error";

function refusal(errors: { field: string; code: string; message: string }[]) {
  return new ProblemError(422, { code: "VALIDATION_FAILED", detail: "Please look at the fields.", errors });
}

test("a complaint goes to the field it names, also to one entry of a list, and the first takes the focus", () => {
  const setError = vi.fn();
  const error = refusal([
    { field: "name", code: "too_many", message: "Keep at most 30 keys." },
    { field: "ip_allow_list.1", code: "ip_address", message: "Send an address." },
  ]);

  expect(setFieldErrors(error, ["name", "ip_allow_list"], setError)).toBeNull();

  expect(setError.mock.calls).toEqual([
    ["name", { type: "too_many", message: "Keep at most 30 keys." }, { shouldFocus: true }],
    ["ip_allow_list", { type: "ip_address", message: "Send an address." }, { shouldFocus: false }],
  ]);
});

test("a complaint without a field here is about the form", () => {
  const setError = vi.fn();

  expect(
    setFieldErrors(refusal([{ field: "other", code: "x", message: "Not so." }]), ["name"], setError),
  ).toBe("Not so.");
  expect(setError).not.toHaveBeenCalled();
});

test("a refusal without fields speaks for itself, and what is no refusal is not shown raw", () => {
  expect(setFieldErrors(refusal([]), ["name"], vi.fn())).toBe("Please look at the fields.");
  expect(describeProblem(new TypeError("x is undefined"))).toBe(
    "Something went wrong. Try again in a moment.",
  );
});
