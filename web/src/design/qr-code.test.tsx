import { render, screen } from "@testing-library/react";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { QrCode } from "./qr-code";

test("draws the dark modules of the value inside a white quiet zone of four", () => {
  const bare = encode("bitcoin:bc1q", { ecc: "M", border: 0 });
  render(<QrCode value="bitcoin:bc1q" label="QR code of your address" />);

  const image = screen.getByRole("img", { name: "QR code of your address" });
  const squares =
    image
      .querySelector("path")
      ?.getAttribute("d")
      ?.match(/M\d+ \d+/g) ?? [];
  const expected = bare.data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}`] : [])),
  );
  expect(squares).toEqual(expected);
  expect(image).toHaveAttribute("viewBox", `0 0 ${bare.size + 8} ${bare.size + 8}`);
  expect(image.querySelector("rect")).toHaveAttribute("fill", "white");
});
