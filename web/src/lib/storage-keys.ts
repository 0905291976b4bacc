/**
 * Everything that is stored in a browser, by name: nothing else can be persisted, and the privacy policy says what
 * each is for.
 */
export type BrowserKey =
  | "cw:cookie-consent"
  | "cw:favourites"
  | "cw:chart"
  | "cw:trading-layouts"
  | "cw:last-pair"
  | "cw:tape-least"
  | "cw:book"
  | "cw:trading-tab"
  | "cw:hotkeys"
  | "cw:portfolio-view"
  | "cw:console-keys";

/** Copies of the account's settings; stored as `cw:account:ID:…` and removed at logout. */
export type AccountKey =
  | "cw:appearance"
  | "cw:favourites"
  | "cw:chart"
  | "cw:trading-layouts"
  | "cw:order-desk"
  | "cw:one-click"
  | "cw:money-requests"
  | "cw:fill-sound"
  | "cw:unsaved-settings";

/** Read once and removed. */
export type FormerKey = "cw:account:one-click";

/** Of one tab: removed when it is closed. The last is the router's. */
export type TabKey = "cw:chunk-reloaded-at" | "operator-token" | "tsr-scroll-restoration-v1_3";

export type CookieName =
  | "language"
  | "token"
  | "sid"
  | "device"
  | "knock"
  | "operator-sid"
  | "operator-device";
