import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { IconButton } from "@/design/icon-button";
import { Menu } from "@/design/menu";
import { Popover } from "@/design/popover";
import { toast } from "@/design/toast";
import { Tooltip } from "@/design/tooltip";
import { Example } from "./example";

export function OverlaysFloating() {
  return (
    <div className="grid gap-10 sm:grid-cols-3">
      <Example title={i18n._("Tooltip")}>
        <div className="flex flex-wrap gap-3">
          <Tooltip text={i18n._("Your open orders stay on the book.")}>
            <Button severity="secondary">{i18n._("Hover or focus this")}</Button>
          </Tooltip>
        </div>
      </Example>
      <Example title={i18n._("Menu")}>
        <div className="flex flex-wrap gap-3">
          <ExampleMenu />
        </div>
      </Example>
      <Example title={i18n._("Popover")}>
        <Popover
          trigger={
            <Button severity="secondary" icon="info">
              {i18n._("How fees work")}
            </Button>
          }
          title={i18n._("How fees work")}
        >
          <p>
            {i18n._(
              "Orders that rest on the book pay the maker fee; orders that fill immediately pay the taker fee.",
            )}
          </p>
        </Popover>
      </Example>
    </div>
  );
}

function ExampleMenu() {
  const say = (summary: string) => toast.add({ severity: "info", summary, life: 5000 });
  return (
    <Menu
      trigger={<IconButton icon="ellipsis" label={i18n._("More")} look="framed" />}
      items={[
        {
          kind: "action",
          label: i18n._("Copy"),
          icon: "copy",
          hint: "C",
          onSelect: () => say(i18n._("Copied")),
        },
        { kind: "link", label: i18n._("All icons"), icon: "image", to: "/_icons" },
        { kind: "action", label: i18n._("Not now"), icon: "lock", disabled: true, onSelect: () => {} },
        { kind: "separator", key: "before-removal" },
        {
          kind: "action",
          label: i18n._("Remove"),
          icon: "trash",
          danger: true,
          onSelect: () => say(i18n._("Removed")),
        },
      ]}
    />
  );
}
