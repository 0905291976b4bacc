import { expect, test, vi } from "vitest";
import { describeProblem, placeProblems } from "./form-problems";
import { ProblemError } from "./problem-error";

function refusal(errors: { field: string; code: string; message: string }[]) {
  return new ProblemError(422, { code: "VALIDATION_FAILED", detail: "Please look at the fields.", errors });
}

test("a complaint goes to the field it names, also to one entry of a list, and the first takes the focus", () => {
  const putError = vi.fn();
  const error = refusal([
    { field: "name", code: "too_many", message: "Keep at most 30 keys." },
    { field: "ip_allow_list.1", code: "ip_address", message: "Send an address." },
  ]);

  expect(placeProblems(error, ["name", "ip_allow_list"], putError)).toBeNull();

  expect(putError.mock.calls).toEqual([
    ["name", { type: "too_many", message: "Keep at most 30 keys." }, { shouldFocus: true }],
    ["ip_allow_list", { type: "ip_address", message: "Send an address." }, { shouldFocus: false }],
  ]);
});

test("a complaint without a field here is about the form", () => {
  const putError = vi.fn();

  expect(
    placeProblems(refusal([{ field: "other", code: "x", message: "Not so." }]), ["name"], putError),
  ).toBe("Not so.");
  expect(putError).not.toHaveBeenCalled();
});

test("a refusal without fields speaks for itself, and what is no refusal is not shown raw", () => {
  expect(placeProblems(refusal([]), ["name"], vi.fn())).toBe("Please look at the fields.");
  expect(describeProblem(new TypeError("x is undefined"))).toBe(
    "Something went wrong. Try again in a moment.",
  );
});
