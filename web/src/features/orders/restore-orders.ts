import { persistDesk } from "./order-desk";

/** Looks up the orders that had no response when the page was left, whichever page it was. */
export function restoreOrders(): Promise<void> {
  return persistDesk();
}
