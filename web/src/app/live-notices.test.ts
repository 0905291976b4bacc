import { expect, test, vi } from "vitest";
import { noticesKey, priceAlertsKey } from "@/api/keys";
import { newestNoticesQuery } from "@/api/notices";
import { queries } from "@/api/queries";
import { toast } from "@/design/toast";
import { advance, push, runLiveClient, show } from "@/testing/live-client";
import { aNotice } from "@/testing/notices";

runLiveClient();

test("a new notice is in the bell immediately, and a price that was reached is said", async () => {
  const { queryKey } = newestNoticesQuery;
  queries.setQueryData(queryKey, { items: [], next_cursor: null, unread: 0 });
  const lists = show([...noticesKey, "list", null, false]);
  const alerts = show([...priceAlertsKey, "BTC-USDT"]);
  const said = vi.spyOn(toast, "add");
  await advance(10);
  const notice = aNotice();

  push("account", { type: "notice", notice, unread: 1 });
  await vi.dynamicImportSettled();
  await advance(10);

  expect(queries.getQueryData(queryKey)).toEqual({ items: [notice], next_cursor: null, unread: 1 });
  expect([lists, alerts].map((load) => load.mock.calls.length)).toEqual([2, 2]);
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ summary: "BTC-USDT reached 65000" }));
});

test("an announcement is loaded a little later, not by all clients at the same time", async () => {
  const load = show([...noticesKey, "newest"]);
  await advance(10);

  push("account", { type: "announcement" });
  await advance(10_000);

  expect(load).toHaveBeenCalledTimes(2);
});
