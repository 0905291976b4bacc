import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { amountField, bodyOf, renderOrderForm } from "@/testing/order-form";

/** The server's preview of an order in an empty book. */
const AN_EMPTY_BOOK = {
  average_price: null,
  filled_quantity: "0",
  fee: "0",
  fee_coin: "BTC",
  slippage: "0",
  receives: "0",
};

beforeEach(() => startSession("secret"));
afterEach(clearSession);

test("no preview is asked of an amount that the form refuses", async () => {
  const user = renderOrderForm();
  const asked = serve("post", "/v1/order/preview", AN_EMPTY_BOOK);

  await user.click(await amountField());
  // Pasted, because typing would pass through valid amounts.
  await user.paste("1000000000000");
  await user.tab();
  expect(screen.getByText("Maximum: 1,000 BTC.")).toBeVisible();
  await user.clear(await amountField());
  await user.type(await amountField(), "2");

  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(await bodyOf(asked)).toMatchObject({ quantity: "2" });
});

test("a fill or kill that cannot be filled immediately warns that it will be rejected before it is sent", async () => {
  const user = renderOrderForm();
  const asked = serve("post", "/v1/order/preview", AN_EMPTY_BOOK);

  await user.selectOptions(await screen.findByLabelText("Time in force"), "Fill or kill");
  await user.type(await amountField(), "2");

  expect(await screen.findByText("Nothing: would be rejected")).toBeVisible();
  expect(screen.queryByText("Resting on book")).not.toBeInTheDocument();
  const receives = screen.getByText("You receive").nextElementSibling;
  expect(receives).toHaveTextContent("–");
  expect(await bodyOf(asked)).toMatchObject({ time_in_force: "fok" });
});

test("fill or kill is not judged by the preview of another size", async () => {
  const user = renderOrderForm();
  serve("post", "/v1/order/preview", async ({ request }) => {
    const { quantity } = (await request.json()) as { quantity: string };
    return { ...AN_EMPTY_BOOK, average_price: "100", filled_quantity: quantity, receives: quantity };
  });
  await user.selectOptions(await screen.findByLabelText("Time in force"), "Fill or kill");
  await user.type(await amountField(), "2");
  expect(await screen.findByText("Full amount")).toBeVisible();

  await user.type(await amountField(), ".5");

  expect(screen.queryByText("Nothing: would be rejected")).not.toBeInTheDocument();
  expect(await screen.findByText("Full amount")).toBeVisible();
});
