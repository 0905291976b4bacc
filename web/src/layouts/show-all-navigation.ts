import { createContext, useContext } from "react";
import { type NavigationItem, visibleItems } from "./navigation";

/** Layout previews show the navigation of the finished site; real pages only what exists. */
export const ShowAllNavigation = createContext(false);

export function useVisibleItems(items: readonly NavigationItem[]): readonly NavigationItem[] {
  return useContext(ShowAllNavigation) ? items : visibleItems(items);
}
