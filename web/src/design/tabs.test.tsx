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
