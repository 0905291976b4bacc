import { i18n } from "@lingui/core";
import { type ComponentType, lazy, Suspense } from "react";
import { useNear } from "@/design/use-near";
import { classNames } from "@/lib/class-names";
import { Placeholder, SlotMessage } from "./slot-states";

type LiveLists = typeof import("./live-lists").LIVE_LISTS;
export type LiveListName = keyof LiveLists;

const LISTS: Record<LiveListName, ComponentType> = {
  convert: lazyList("convert"),
  premarket: lazyList("premarket"),
  earn: lazyList("earn"),
  api: lazyList("api"),
  levels: lazyList("levels"),
  questions: lazyList("questions"),
};

function lazyList(name: LiveListName) {
  return lazy(async (): Promise<{ default: ComponentType }> => {
    const loaded = await import("./live-lists").catch(() => null);
    return { default: loaded?.LIVE_LISTS[name] ?? CouldNotLoad };
  });
}

function CouldNotLoad() {
  return <SlotMessage>{i18n._("Couldn’t load this")}</SlotMessage>;
}

type LiveSlotProps = { name: LiveListName; rows: number; className?: string };

/** The place of a live list, with room for its rows. It loads when it comes close to the viewport. */
export function LiveSlot({ name, rows, className }: LiveSlotProps) {
  const [place, isNear] = useNear<HTMLDivElement>();
  const List = LISTS[name];

  return (
    <div
      ref={place}
      className={classNames("min-w-0 overflow-hidden rounded-card border border-line bg-abyss", className)}
    >
      {isNear ? (
        <Suspense fallback={<Placeholder rows={rows} />}>
          <List />
        </Suspense>
      ) : (
        <Placeholder rows={rows} />
      )}
    </div>
  );
}
