import { Link } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "@/testing/render-page";
import { TextInput } from "./text-input";
import { UnsavedGuard } from "./unsaved-guard";

function SampleForm() {
  const [text, setText] = useState("");
  return (
    <>
      <TextInput aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/other">Other page</Link>
      <Link to="." hash="part">
        Other part
      </Link>
      <UnsavedGuard isDirty={text !== ""} />
    </>
  );
}

test("a page with unsaved text is left only after a question", async () => {
  const user = renderPage(<SampleForm />, { at: "/form" });
  await user.type(await screen.findByLabelText("Text"), "a");

  await user.click(screen.getByRole("link", { name: "Other page" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(user.location()).toBe("/form");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByLabelText("Text")).toHaveValue("a");

  await user.click(screen.getByRole("link", { name: "Other page" }));
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  await expect.poll(() => user.location()).toBe("/other");
});

test("another part of the same page is no other page", async () => {
  const user = renderPage(<SampleForm />, { at: "/form" });
  await user.type(await screen.findByLabelText("Text"), "a");

  await user.click(screen.getByRole("link", { name: "Other part" }));

  await expect.poll(() => user.location()).toBe("/form#part");
  expect(screen.queryByRole("dialog")).toBeNull();
});
