import { expect, test } from "vitest";
import { assetsQuery } from "@/api/assets";
import { orderKeys } from "@/features/orders/keys";
import { readPrivatePosition } from "@/session/private-position";
import { clearSession, startSession } from "@/session/session";
import { liveServer } from "@/testing/fake-socket";
import { advance, runLiveClient, show } from "@/testing/live-client";

runLiveClient();

test("only what began before the client was loaded is loaded again by the first subscription", async () => {
  clearSession();
  await advance(1_000);
  liveServer.isReachable = false;
  startSession("another");
  const orders = show([...orderKeys.open, "all"]);
  await advance(10);
  readPrivatePosition(new Response(null, { headers: { "X-Private-Seq": "100" } }));
  const assets = show(assetsQuery.queryKey, { items: [], total_usdt: "0", total_btc: null });
  await advance(10);

  await liveServer.reconnect();
  await advance(1_000);

  expect(orders).toHaveBeenCalledTimes(2);
  expect(assets).toHaveBeenCalledOnce();
});
