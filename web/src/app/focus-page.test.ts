import { afterEach, expect, test } from "vitest";
import { focusPage } from "./focus-page";

afterEach(() => document.body.replaceChildren());

const show = (html: string) => {
  document.body.innerHTML = html;
};

test("the focus goes to the page's heading", () => {
  show("<main><h1>Privacy policy</h1></main>");
  focusPage("");
  expect(document.activeElement).toHaveTextContent("Privacy policy");
});

test("the focus goes to the place the address names", () => {
  show('<main><h1>Privacy policy</h1><h2 id="cookies">Cookies</h2></main>');
  focusPage("cookies");
  expect(document.activeElement).toHaveTextContent("Cookies");
});

test("a page without a heading is entered at its main part", () => {
  show("<main><p>Nothing yet</p></main>");
  focusPage("no-such-place");
  expect(document.activeElement?.tagName).toBe("MAIN");
});

test("a page that has taken the focus itself keeps it", () => {
  show('<main tabindex="-1"><h1>Log in</h1><input aria-label="E-mail"></main>');
  document.querySelector("input")?.focus();
  focusPage("");
  expect(document.activeElement?.tagName).toBe("INPUT");

  document.querySelector("main")?.focus();
  focusPage("");
  expect(document.activeElement?.tagName).toBe("H1");
});
