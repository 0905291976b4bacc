import { expect, test } from "vitest";
import type { Notice } from "@/api/notices";
import { aNotice } from "@/testing/notices";
import { noticeText } from "./notice-text";

const money = { id: "1", coin: "BTC", amount: "0.5", network: "btc" };
const fill = { order_id: 7, symbol: "BTC-USDT", quantity: "0.1", average_price: "50000" };

test.each<[Partial<Notice>, string, string]>([
  [
    { kind: "fill", data: { ...fill, side: "buy", status: "filled" } },
    "BTC-USDT order filled",
    "Bought 0.1 BTC at 50000 USDT.",
  ],
  [
    { kind: "fill", data: { ...fill, side: "sell", status: "partially_filled" } },
    "BTC-USDT order partially filled",
    "Sold 0.1 BTC at 50000 USDT.",
  ],
  [{ kind: "deposit", data: money }, "Deposit credited", "0.5 BTC added to your balance."],
  [
    { kind: "withdrawal", data: { ...money, status: "under_review" } },
    "Withdrawal under review",
    "0.5 BTC stays reserved until the review ends.",
  ],
  [
    { kind: "withdrawal", data: { ...money, status: "rejected" } },
    "Withdrawal rejected",
    "0.5 BTC is back in your balance.",
  ],
  [{ kind: "kyc", data: { status: "approved" } }, "Identity verified", "Your documents were approved."],
  [
    { kind: "security", data: { change: "new_device", act: null, device: "Chrome on Linux" } },
    "New device signed in",
    "Chrome on Linux",
  ],
  [
    { kind: "security", data: { change: "api_key", act: "removed", device: null } },
    "API key deleted",
    "Not you? Change your password and contact support.",
  ],
  [
    { kind: "announcement", data: { news_id: "1", slug: "nova", title: { es: "Hola", en: "NOVA is here" } } },
    "NOVA is here",
    "Announcement",
  ],
])("%j says what happened", (parts, title, detail) => {
  const text = noticeText(aNotice(parts));

  expect([text.title, text.detail]).toEqual([title, detail]);
});
