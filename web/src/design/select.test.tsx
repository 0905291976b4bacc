import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Field } from "./field";
import { Select } from "./select";

const NETWORKS = [
  { value: "bitcoin", label: "Bitcoin", hint: "0.0001 BTC" },
  { value: "lightning", label: "Lightning" },
  { value: "liquid", label: "Liquid", disabled: true },
] as const;

type Network = (typeof NETWORKS)[number]["value"];

function Example({ onChoose = () => {} }: { onChoose?: (network: Network) => void }) {
  const [network, setNetwork] = useState<Network | null>(null);
  return (
    <Field label="Network" error={network === "lightning" ? "Closed for maintenance." : undefined}>
      <Select
        options={NETWORKS}
        value={network}
        placeholder="Choose a network"
        onValueChange={(value) => {
          setNetwork(value);
          onChoose(value);
        }}
      />
    </Field>
  );
}

test("shows the placeholder until something is chosen, then the choice", async () => {
  const onChoose = vi.fn();
  render(<Example onChoose={onChoose} />);
  const select = screen.getByRole("combobox", { name: "Network" });
  expect(select).toHaveTextContent("Choose a network");

  await userEvent.click(select);
  await userEvent.click(await screen.findByRole("option", { name: /Bitcoin/ }));

  expect(select).toHaveTextContent("Bitcoin");
  expect(onChoose.mock.calls).toEqual([["bitcoin"]]);
  await expect.poll(() => screen.queryByRole("listbox")).toBeNull();
});

test("can be used with the keyboard alone", async () => {
  render(<Example />);

  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("listbox");
  await userEvent.keyboard("{ArrowDown}{Enter}");

  const select = screen.getByRole("combobox", { name: "Network" });
  await expect.poll(() => select.textContent).toBe("Lightning");
  expect(select).toHaveAttribute("aria-invalid", "true");
  expect(select).toHaveAccessibleDescription("Closed for maintenance.");
});

test("a disabled option cannot be chosen", async () => {
  const onChoose = vi.fn();
  render(<Example onChoose={onChoose} />);

  await userEvent.click(screen.getByRole("combobox", { name: "Network" }));
  const option = await screen.findByRole("option", { name: "Liquid" });
  await userEvent.click(option, { pointerEventsCheck: 0 });

  expect(option).toHaveAttribute("aria-disabled", "true");
  expect(onChoose).not.toHaveBeenCalled();
});

test("adds no style element, which the security policy would refuse", async () => {
  render(<Example />);

  await userEvent.click(screen.getByRole("combobox", { name: "Network" }));
  await screen.findByRole("listbox");

  expect(document.querySelectorAll("style")).toHaveLength(0);
});
