import { afterEach, expect, test } from "vitest";
import { connectToastView, toast } from "@/design/toast";
import { showOrderToast } from "./order-toast";

let disconnect = () => {};
afterEach(() => disconnect());

test("of orders that follow each other only the last is told; other news stay", () => {
  const shown = new Map<string, string>();
  disconnect = connectToastView({
    show: ({ id, summary }) => shown.set(id, summary),
    hide: (id) => shown.delete(id),
  });

  toast.add({ severity: "info", summary: "News" });
  showOrderToast({ severity: "success", summary: "First" });
  showOrderToast({ severity: "success", summary: "Second" });

  expect([...shown.values()]).toEqual(["News", "Second"]);
});
