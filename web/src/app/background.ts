import { i18n } from "@lingui/core";
import { site } from "@/session/site";
import { watchBuilds } from "./build-watch";
import { followClient } from "./live-start";

/** Starts what runs in the background. Returns whether a newer build was deployed. */
export function startBackground(navigate: (href: string) => void): () => boolean {
  // The first one takes tens of milliseconds: while the page waits for its figures, not when it shows them.
  new Intl.NumberFormat(i18n.locale);
  followClient(navigate);
  return watchBuilds(site().build).hasNewBuild;
}
