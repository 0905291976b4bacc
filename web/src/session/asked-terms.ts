import { create } from "zustand";

/** Whether new terms wait to be accepted by the signed-in client. */
export const useAskedTerms = create(() => false);
