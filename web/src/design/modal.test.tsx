import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Modal } from "./modal";

test("a modal is modestly wide unless told otherwise", () => {
  const { rerender } = render(
    <Modal open onClose={() => {}} title="Notice">
      Text
    </Modal>,
  );
  expect(screen.getByRole("dialog", { name: "Notice" })).toHaveClass("max-w-md");

  rerender(
    <Modal open onClose={() => {}} title="Notice" widthClass="max-w-2xl">
      Text
    </Modal>,
  );
  expect(screen.getByRole("dialog", { name: "Notice" })).toHaveClass("max-w-2xl");
});
