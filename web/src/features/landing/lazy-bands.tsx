import { i18n } from "@lingui/core";
import { type FunctionComponent, lazy, Suspense } from "react";
import { prerenderedBands } from "@/lib/prerendered";
import { SlotMessage } from "./slot-states";

let Loaded: FunctionComponent | null = null;

/** Loads everything below the first screen; a failure shows in its place. */
export async function loadBands(): Promise<FunctionComponent> {
  Loaded ??= await import("./bands").then(
    ({ Bands }) => Bands,
    () => null,
  );
  return Loaded ?? MissingBands;
}

function MissingBands() {
  return (
    <div className="min-h-dvh">
      <SlotMessage>
        {i18n._("Couldn’t load the rest of this page. Check your connection and reload.")}
      </SlotMessage>
    </div>
  );
}

const LateBands = lazy(async () => ({ default: await loadBands() }));

/** Everything below the first screen, which does not wait for it. */
export function LazyBands() {
  return (
    // The build's rendering of the landing page has the same id.
    <div id="below-the-fold">
      {Loaded ? (
        <Loaded />
      ) : (
        <Suspense fallback={<BandsWaiting />}>
          <LateBands />
        </Suspense>
      )}
    </div>
  );
}

/** What the document came with, if anything: moved, so that nobody who reads it notices. */
function BandsWaiting() {
  return (
    <div
      className="min-h-dvh"
      ref={(place) => {
        const bands = prerenderedBands();
        if (bands) place?.append(...bands.childNodes);
      }}
    />
  );
}
