import { Menu as Base } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { classNames } from "@/lib/class-names";
import { FLOATING_LAYER, FLOATING_SURFACE, useFloatingHome } from "./floating";
import { Icon } from "./icon";
import type { IconName } from "./icons/icon-names";

interface Entry {
  label: string;
  icon?: IconName | undefined;
  /** Shown at the end of the item: a key, a state. */
  hint?: string | undefined;
}

export interface MenuAction extends Entry {
  kind: "action";
  onSelect: () => void;
  disabled?: boolean | undefined;
  /** Marks a destructive action. */
  danger?: boolean | undefined;
}

export interface MenuLink extends Entry {
  kind: "link";
  to: string;
}

export interface MenuSeparator {
  kind: "separator";
  key: string;
}

export type MenuItem = MenuAction | MenuLink | MenuSeparator;

interface MenuProps {
  /** A button; pressing it opens the menu. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  side?: "top" | "bottom" | "left" | "right" | undefined;
  align?: "start" | "center" | "end" | undefined;
  /** For a menu that is loaded lazily when it is first opened. */
  defaultOpen?: boolean | undefined;
}

const ITEM =
  "flex min-h-9 w-full cursor-pointer select-none items-center gap-3 rounded-control px-3 py-1.5 text-14 outline-none data-disabled:cursor-not-allowed data-highlighted:bg-line data-disabled:opacity-45";

export function Menu({ trigger, items, side = "bottom", align = "start", defaultOpen = false }: MenuProps) {
  const home = useFloatingHome();
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal {...home}>
        <Base.Positioner
          // The trigger may be in a sticky header, so the menu must not scroll with the page.
          positionMethod="fixed"
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={FLOATING_LAYER}
        >
          <Base.Popup
            className={classNames(
              FLOATING_SURFACE,
              "max-h-(--available-height) min-w-48 overflow-y-auto rounded-card p-1",
            )}
          >
            {items.map((item) => (
              <MenuLine key={item.kind === "separator" ? item.key : item.label} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuLine({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case "separator":
      return <Base.Separator className="mx-3 my-1 h-px bg-line-strong" />;
    case "link":
      return (
        <Base.LinkItem closeOnClick className={ITEM} render={<Link to={item.to} />}>
          <LineContent {...item} />
        </Base.LinkItem>
      );
    case "action":
      return (
        <Base.Item
          className={classNames(ITEM, item.danger && "text-error")}
          disabled={item.disabled}
          onClick={item.onSelect}
        >
          <LineContent {...item} />
        </Base.Item>
      );
  }
}

function LineContent({ label, icon, hint }: Entry) {
  return (
    <>
      {icon && <Icon name={icon} className="opacity-80" />}
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
      {hint && <span className="text-12 text-ink-3">{hint}</span>}
    </>
  );
}
