import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/design/button";
import { IconButton } from "@/design/icon-button";
import { NativeDialog } from "@/design/native-dialog";
import { Switch } from "@/design/switch";
import { TextInput } from "@/design/text-input";
import {
  HIDEABLE_PANELS,
  type HideablePanel,
  MAX_LAYOUT_NAME_LENGTH,
  MAX_LAYOUTS,
  withPanel,
} from "./layout-model";
import type { LayoutsState } from "./use-layouts";

type LayoutDialogProps = { layouts: LayoutsState; open: boolean; onClose: () => void };

/** Visible panels and saved layouts. */
export function LayoutDialog({ layouts, open, onClose }: LayoutDialogProps) {
  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title={i18n._("Customize layout")}
      className="w-full max-w-md"
    >
      <div className="flex flex-col gap-5 overflow-y-auto px-5 pb-5">
        <section aria-label={i18n._("Panels")} className="flex flex-col gap-2">
          {HIDEABLE_PANELS.map((panel) => (
            <Switch
              key={panel}
              label={panelName(panel)}
              checked={!layouts.layout.hidden.includes(panel)}
              onChange={(event) => layouts.change((known) => withPanel(known, panel, event.target.checked))}
            />
          ))}
          <p className="text-12 text-ink-3">
            {i18n._("Drag a panel’s edge to resize it, or focus it with Tab and use the arrow keys.")}
          </p>
        </section>
        <SavedList layouts={layouts} onClose={onClose} />
        <SaveForm layouts={layouts} />
        <Button severity="secondary" size="small" icon="rotate-ccw" onClick={layouts.reset}>
          {i18n._("Reset to default layout")}
        </Button>
      </div>
    </NativeDialog>
  );
}

function SavedList({ layouts, onClose }: Omit<LayoutDialogProps, "open">) {
  if (layouts.saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-layouts">
      <h3 id="saved-layouts" className="mb-1 font-medium text-13 text-ink-2">
        {i18n._("Saved layouts")}
      </h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {layouts.saved.map(({ name, layout }) => (
          <li key={name} className="flex items-center gap-1 pe-1">
            <button
              type="button"
              onClick={() => {
                layouts.use(layout);
                onClose();
              }}
              className="min-h-10 min-w-0 grow truncate px-3 text-start text-14 -outline-offset-2 hover:bg-shelf"
            >
              {name}
            </button>
            <IconButton
              icon="trash"
              size="small"
              label={i18n._("Delete {name}", { name })}
              onClick={() => layouts.remove(name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SaveForm({ layouts }: { layouts: LayoutsState }) {
  const [name, setName] = useState("");
  const isFull = layouts.saved.length >= MAX_LAYOUTS && !layouts.saved.some((known) => known.name === name);

  function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "" || isFull) return;
    layouts.saveAs(name);
    setName("");
  }

  return (
    <form onSubmit={save} className="flex flex-wrap gap-2">
      <TextInput
        size="small"
        aria-label={i18n._("Layout name")}
        placeholder={i18n._("e.g. Scalping")}
        maxLength={MAX_LAYOUT_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="grow basis-40"
      />
      <Button type="submit" size="small" disabled={name.trim() === "" || isFull}>
        {i18n._("Save layout")}
      </Button>
      {isFull && (
        <p role="status" className="w-full text-12 text-warn">
          {i18n._("Delete one first: you can save up to {count, plural, one {# layout} other {# layouts}}.", {
            count: MAX_LAYOUTS,
          })}
        </p>
      )}
    </form>
  );
}

function panelName(panel: HideablePanel): string {
  if (panel === "book") return i18n._("Order book");
  return panel === "tape" ? i18n._("Trades") : i18n._("Orders and assets");
}
