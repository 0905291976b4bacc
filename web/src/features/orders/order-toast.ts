import { type ToastMessage, toast } from "@/design/toast";

let last: string | undefined;

/** Says what became of an order, in the place of what was said before: a pile would lie over the form. */
export function showOrderToast(message: ToastMessage): void {
  if (last !== undefined) toast.remove(last);
  last = toast.add(message);
}
