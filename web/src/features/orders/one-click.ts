import { persisted } from "@/lib/persisted";

/** Whether orders are sent without a confirmation: stored in this browser, off by default. */
export const useOneClick = persisted("cw:one-click", (stored) => stored === true, "account");

export const setOneClick = (isOn: boolean) => useOneClick.setState(isOn);
