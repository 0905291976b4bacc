// @vitest-environment-options { "url": "https://localhost:3000" }
import { expect, test, vi } from "vitest";
import { writeToken } from "./token";

test("over https the token never travels in the clear", () => {
  const written = vi.spyOn(document, "cookie", "set");

  writeToken("secret");

  expect(written.mock.calls).toEqual([["token=secret; Max-Age=604800; Path=/; SameSite=Lax; Secure"]]);
});
