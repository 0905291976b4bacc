/** Resizable panels; null for the default size. */
export type PanelSizes = {
  /** Widths in pixels. */
  book: number | null;
  form: number | null;
  /** Heights in pixels. */
  bottom: number | null;
  tape: number | null;
};

export type Panel = keyof PanelSizes;

/** A layout of the trading screen. */
export type TradingLayout = { sizes: PanelSizes; hidden: readonly HideablePanel[] };

export const HIDEABLE_PANELS = ["book", "tape", "bottom"] as const;
export type HideablePanel = (typeof HIDEABLE_PANELS)[number];

export type SavedLayout = { name: string; layout: TradingLayout };
export type Layouts = { current: TradingLayout; saved: readonly SavedLayout[] };

export const MAX_LAYOUTS = 12;
export const MAX_LAYOUT_NAME_LENGTH = 40;

export const LIMITS: Record<Panel, { least: number; most: number }> = {
  book: { least: 220, most: 560 },
  form: { least: 260, most: 560 },
  bottom: { least: 96, most: 720 },
  tape: { least: 80, most: 720 },
};

export const STANDARD_LAYOUT: TradingLayout = {
  sizes: { book: null, form: null, bottom: null, tape: null },
  hidden: [],
};

export function clampSize(panel: Panel, size: number): number {
  const { least, most } = LIMITS[panel];
  return Math.round(Math.min(Math.max(size, least), most));
}

export function withSize(layout: TradingLayout, panel: Panel, size: number | null): TradingLayout {
  const sizes = { ...layout.sizes, [panel]: size === null ? null : clampSize(panel, size) };
  return { ...layout, sizes };
}

export function withPanel(layout: TradingLayout, panel: HideablePanel, isShown: boolean): TradingLayout {
  const others = layout.hidden.filter((hidden) => hidden !== panel);
  return { ...layout, hidden: isShown ? others : [...others, panel] };
}

/** Saves a layout under a name, replacing one of the same name. */
export function withSaved(saved: readonly SavedLayout[], { name, layout }: SavedLayout): SavedLayout[] {
  const short = name.trim().slice(0, MAX_LAYOUT_NAME_LENGTH);
  const others = saved.filter((known) => known.name !== short);
  return [...others, { name: short, layout }].slice(-MAX_LAYOUTS);
}

/** Parses layouts stored by any version of the page; invalid ones are dropped. */
export function parseLayouts(stored: unknown): Layouts {
  // Earlier versions stored only the saved layouts.
  if (Array.isArray(stored)) return { current: STANDARD_LAYOUT, saved: parseSaved(stored) };
  const { current, saved } = isRecord(stored) ? stored : {};
  return { current: parseLayout(current), saved: parseSaved(saved) };
}

function parseSaved(stored: unknown): SavedLayout[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((entry) => isRecord(entry) && typeof entry.name === "string" && entry.name !== "")
    .map(({ name, layout }) => ({ name, layout: parseLayout(layout) }))
    .slice(0, MAX_LAYOUTS);
}

function parseLayout(stored: unknown): TradingLayout {
  const { sizes, hidden } = isRecord(stored) ? stored : {};
  const known = isRecord(sizes) ? sizes : {};
  return {
    sizes: {
      book: parseSize("book", known.book),
      form: parseSize("form", known.form),
      bottom: parseSize("bottom", known.bottom),
      tape: parseSize("tape", known.tape),
    },
    hidden: HIDEABLE_PANELS.filter((panel) => Array.isArray(hidden) && hidden.includes(panel)),
  };
}

function parseSize(panel: Panel, stored: unknown): number | null {
  return typeof stored === "number" && Number.isFinite(stored) ? clampSize(panel, stored) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
