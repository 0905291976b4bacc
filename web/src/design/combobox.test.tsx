import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Combobox } from "./combobox";
import { Field } from "./field";

const COINS = [
  { value: "BTC", label: "BTC", hint: "Bitcoin" },
  { value: "ETH", label: "ETH", hint: "Ethereum" },
  { value: "SOL", label: "SOL", hint: "Solana" },
] as const;

type Coin = (typeof COINS)[number]["value"];

function Example({ onChoose = () => {} }: { onChoose?: (coin: Coin | null) => void }) {
  const [coin, setCoin] = useState<Coin | null>(null);
  return (
    <Field label="Coin" hint="Only coins you hold.">
      <Combobox
        options={COINS}
        value={coin}
        onValueChange={(value) => {
          setCoin(value);
          onChoose(value);
        }}
        empty="No such coin."
      />
    </Field>
  );
}

const input = () => screen.getByRole("combobox", { name: "Coin" });
const shown = () => screen.queryAllByRole("option").map((option) => option.textContent);

test("filters by label and by hint as you type, and Enter takes the first match", async () => {
  const onChoose = vi.fn();
  render(<Example onChoose={onChoose} />);
  expect(input()).toHaveAccessibleDescription("Only coins you hold.");

  await userEvent.type(input(), "solan");
  await expect.poll(shown).toEqual(["SOLSolana"]);
  await userEvent.keyboard("{Enter}");

  expect(input()).toHaveValue("SOL");
  expect(onChoose.mock.calls).toEqual([["SOL"]]);
});

test("says so where nothing matches", async () => {
  render(<Example />);

  await userEvent.type(input(), "xyz");

  expect(await screen.findByText("No such coin.")).toBeInTheDocument();
  expect(shown()).toEqual([]);
});

test("a click on an option chooses it and Clear takes it back", async () => {
  const onChoose = vi.fn();
  render(<Example onChoose={onChoose} />);

  await userEvent.click(input());
  await userEvent.click(await screen.findByRole("option", { name: /ETH/ }));
  expect(input()).toHaveValue("ETH");

  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(input()).toHaveValue("");
  expect(onChoose.mock.calls).toEqual([["ETH"], [null]]);
});

test("leaving with Tab or Escape closes the list and hides nothing else meanwhile", async () => {
  render(<Example />);

  await userEvent.click(input());
  await expect.poll(shown).toHaveLength(3);
  expect(screen.getByText("Only coins you hold.").closest("[aria-hidden]")).toBeNull();
  await userEvent.keyboard("{Escape}");
  await expect.poll(shown).toEqual([]);

  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(shown).toHaveLength(3);
  await userEvent.tab();
  await expect.poll(shown).toEqual([]);
});
