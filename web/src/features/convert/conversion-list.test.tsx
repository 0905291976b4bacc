import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { conversionsKey } from "@/api/keys";
import { queries } from "@/api/queries";
import { aConversion, serveConvert } from "@/testing/convert";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { ConversionList } from "./conversion-list";

test("further conversions are loaded on demand, and a new one elsewhere appears", async () => {
  serve("get", "/v1/exchange", ({ request }) =>
    new URL(request.url).searchParams.get("cursor") === "c2"
      ? { items: [aConversion({ id: "old", from_amount: "0.1" })], next_cursor: null }
      : { items: [aConversion()], next_cursor: "c2" },
  );
  const user = renderPage(<ConversionList />);

  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("0.1")).toBeVisible();

  serveConvert({ conversions: [aConversion({ id: "q9", from_amount: "0.7" })] });
  await act(() => queries.invalidateQueries({ queryKey: conversionsKey }));
  expect(await screen.findByText("0.7")).toBeVisible();
});
