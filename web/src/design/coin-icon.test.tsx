import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CoinIcon } from "./coin-icon";

function draw(symbol: string, icon?: string | null) {
  const { container } = render(<CoinIcon symbol={symbol} icon={icon} />);
  return container;
}

const colorOf = (symbol: string) => draw(symbol).querySelector("span")?.style.background;

test("a coin without an icon is two letters on a color of its own, without a request", () => {
  const icon = draw("BTC", null);

  expect(icon).toHaveTextContent("BT");
  expect(icon.querySelector("img")).toBeNull();
  expect(colorOf("BTC")).toBeTruthy();
  expect(colorOf("BTC")).toBe(colorOf("BTC"));
  expect(colorOf("BTC")).not.toBe(colorOf("ETH"));
  expect(colorOf("USDC")).not.toBe(colorOf("USDT"));
});

test("an uploaded icon is shown, and a drawn one when it fails to load", () => {
  const container = draw("ETH", "/api/files/ether");
  expect(container.querySelector("img")).toHaveAttribute("src", "/api/files/ether");

  fireEvent.error(screen.getByAltText(""));

  expect(container).toHaveTextContent("ET");
});
