import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Tabs } from "./tabs";

const tabs = [
  { value: "open", label: "Open orders", count: 3, content: "Three orders" },
  { value: "history", label: "History", content: "Past orders" },
];

test("the first tab is open and another is a press away", async () => {
  const user = userEvent.setup();
  render(<Tabs label="Orders" tabs={tabs} />);
  expect(screen.getByRole("tabpanel")).toHaveTextContent("Three orders");

  await user.click(screen.getByRole("tab", { name: "History" }));

  expect(screen.getByRole("tabpanel")).toHaveTextContent("Past orders");
});

test("a tab kept elsewhere changes only there", async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(<Tabs label="Orders" tabs={tabs} value="open" onChange={onChange} />);

  await user.click(screen.getByRole("tab", { name: "History" }));

  expect(onChange).toHaveBeenCalledExactlyOnceWith("history");
  expect(screen.getByRole("tabpanel")).toHaveTextContent("Three orders");
});

test("arrows, Home and End open the other tabs, past those that are disabled", async () => {
  const user = userEvent.setup();
  const closed = { value: "closed", label: "Closed", disabled: true, content: "Nothing" };
  const trades = { value: "trades", label: "Trades", content: "Every trade" };
  render(<Tabs label="Orders" tabs={[...tabs, closed, trades]} />);
  const opened = () => screen.getByRole("tab", { selected: true });

  await user.tab();
  expect(opened()).toHaveFocus();
  for (const [key, name] of [
    ["ArrowRight", "History"],
    ["ArrowRight", "Trades"],
    ["ArrowRight", "Open orders"],
    ["ArrowLeft", "Trades"],
    ["ArrowLeft", "History"],
    ["Home", "Open orders"],
    ["End", "Trades"],
  ] as const) {
    await user.keyboard(`{${key}}`);
    expect(opened()).toHaveFocus();
    expect(opened()).toHaveTextContent(name);
  }
  expect(screen.getByRole("tabpanel", { name: "Trades" })).toHaveTextContent("Every trade");

  await user.click(screen.getByRole("tab", { name: "Closed" }));
  expect(opened()).toHaveAccessibleName("Trades");
});
