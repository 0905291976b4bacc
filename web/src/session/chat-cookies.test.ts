import { expect, test } from "vitest";
import { startSession } from "./session";

test("who signs in starts without the conversation of the client before", () => {
  for (const name of ["cw_conversation", "cw_user_website-token", "cw_snooze_campaigns_till", "theme"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: As the provider's script writes them.
    document.cookie = `${name}=x; Path=/`;
  }

  startSession("another");

  const left = document.cookie.split("; ").map((pair) => pair.split("=")[0]);
  expect(left).toContain("theme");
  expect(left.filter((name) => name?.startsWith("cw_"))).toEqual(["cw_snooze_campaigns_till"]);
});
