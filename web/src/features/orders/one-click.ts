import { persisted } from "@/lib/persisted";

/** Whether orders are sent without a second look: the client's choice on this device, and off until asked for. */
export const useOneClick = persisted("cw:one-click", (stored) => stored === true, "account");

export const setOneClick = (isOn: boolean) => useOneClick.setState(isOn);
