import { afterEach, expect, test } from "vitest";
import { connectToastView, toast } from "@/design/toast";
import { showOrderToast } from "./order-toast";

let disconnect = () => {};
afterEach(() => disconnect());

test("only the last of successive orders has a toast; other toasts stay", () => {
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
