import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RichText } from "./rich-text";

const TAGS = { link: (words: string) => <a href="/terms">{words}</a>, b: (words: string) => <b>{words}</b> };

test("tags become elements, and the words around them stay in place", () => {
  const { container } = render(<RichText text="Read <link>the terms</link> and <b>sign</b>." tags={TAGS} />);

  expect(container).toHaveTextContent("Read the terms and sign.");
  expect(screen.getByRole("link", { name: "the terms" })).toHaveAttribute("href", "/terms");
  expect(screen.getByText("sign").tagName).toBe("B");
});

test("a message may begin with a tag or have none", () => {
  const { container, rerender } = render(<RichText text="<b>First</b> of all" tags={TAGS} />);
  expect(container).toHaveTextContent("First of all");

  rerender(<RichText text="1 < 2 and nothing else" tags={TAGS} />);
  expect(container).toHaveTextContent("1 < 2 and nothing else");
});

test("a tag that nobody knows leaves its words", () => {
  const { container } = render(<RichText text="Read <i>this</i>." tags={TAGS} />);

  expect(container).toHaveTextContent("Read this.");
  expect(container.querySelector("i")).toBeNull();
});
