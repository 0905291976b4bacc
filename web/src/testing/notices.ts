import type { Notice } from "@/api/notices";
import { serve } from "./fake-server";

let lastNumber = 0;

export function aNotice(parts: Partial<Notice> = {}): Notice {
  lastNumber += 1;
  return {
    id: `notice-${lastNumber}`,
    kind: "price_alert",
    data: {
      alert_id: "alert-1",
      symbol: "BTC-USDT",
      direction: "above",
      price: "65000",
      last_price: "65001.5",
    },
    created_at: 1_800_000_000,
    read_at: null,
    ...parts,
  } as Notice;
}

/** Serves notices as the server has them; marking them as read changes them. */
export function serveNotices(items: Notice[] = []) {
  const state = { items };
  const unread = () => state.items.filter(({ read_at }) => read_at === null).length;
  serve("get", "/v1/notices", ({ request }) => {
    const { searchParams } = new URL(request.url);
    const kind = searchParams.get("kind");
    const shown = state.items.filter(
      (item) =>
        (kind === null || item.kind === kind) && !(searchParams.has("unread") && item.read_at !== null),
    );
    return { items: shown, next_cursor: null, unread: unread() };
  });
  const reads = serve("post", "/v1/notices/read", async ({ request }) => {
    const { ids, all } = (await request.json()) as { ids: string[]; all: boolean };
    state.items = state.items.map((item) =>
      all || ids.includes(item.id) ? { ...item, read_at: 1_800_000_100 } : item,
    );
    return { unread: unread() };
  });
  return { state, reads };
}
