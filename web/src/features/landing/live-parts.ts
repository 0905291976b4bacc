import { checkText, totalTexts } from "./figure-texts";
import { PairRows } from "./live-rows";
import { MoversBand } from "./movers-band";
import { pollOverview } from "./overview-poll";

/** Code that is needed only with prices, loaded with them after the page. */
export const LIVE_PARTS = { pollOverview, totalTexts, checkText, PairRows, MoversBand };
