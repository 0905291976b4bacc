import { describe, expect, test } from "vitest";
import { measurePassword } from "./password-strength";

describe("a password that will be refused scores 0 and says why", () => {
  test.each([
    ["", "too-short"],
    ["k7#Vq9!zX", "too-short"],
    ["x7".repeat(65), "too-long"],
    ["password123", "common"],
    ["PassWord123", "common"],
    ["qwertyuiop", "common"],
  ])("%j: %s", (password, hint) => {
    expect(measurePassword(password)).toEqual({ score: 0, hint });
  });

  test("the e-mail's name must not be in it", () => {
    expect(measurePassword("xx-Ada.Lovelace-77", "ada.lovelace@example.com")).toEqual({
      score: 0,
      hint: "contains-email",
    });
  });

  test("a name of two letters occurs by chance and is no reason", () => {
    expect(measurePassword("vast-lobby-quiet-jupiter", "al@example.com").score).toBe(4);
  });
});

test("length is counted in characters a person sees, not in code units", () => {
  expect(measurePassword("🌊🐟🦀🐚🪸🐠🐬🦑🐙").hint).toBe("too-short");
});

describe("an accepted password is rated by how hard it is to guess", () => {
  test.each([
    ["aaaaaaaaaaaa", 1, "repeats"],
    ["abcabcabcabcabc", 1, "repeats"],
    ["abcdefgh12345678", 1, "sequence"],
    ["tgvmskworq", 2, "longer"],
    ["tgvmskWorq7", 3, "longer"],
    ["k7#Vq9!zXp2m", 4, null],
    ["correct horse battery", 4, null],
  ])("%j scores %i", (password, score, hint) => {
    expect(measurePassword(password)).toEqual({ score, hint });
  });

  test("every longer start of a good password is at least as strong", () => {
    const password = "vM4-tropical-lighthouse";
    const scores = Array.from({ length: password.length - 9 }, (_, extra) =>
      measurePassword(password.slice(0, 10 + extra)),
    ).map((strength) => strength.score);

    expect(scores).toEqual(scores.toSorted((first, second) => first - second));
    expect(scores.at(-1)).toBe(4);
  });
});
