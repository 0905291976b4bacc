import { type ToastMessage, toast } from "@/design/toast";

let last: string | undefined;

/** Shows the outcome of an order, replacing the previous toast: a stack would cover the form. */
export function showOrderToast(message: ToastMessage): void {
  if (last !== undefined) toast.remove(last);
  last = toast.add(message);
}
