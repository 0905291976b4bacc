import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { CHART_STYLES, type ChartChoices } from "./chart-settings";
import { STYLE_ICONS, styleName } from "./chart-texts";

interface StylePanelProps extends ChartChoices {
  onClose: () => void;
}

export function StylePanel({ settings, onChange, onClose }: StylePanelProps) {
  return (
    <div className="-mx-2 flex flex-col">
      {CHART_STYLES.map((style) => (
        <button
          key={style}
          type="button"
          aria-pressed={style === settings.style}
          onClick={() => {
            onChange({ style });
            onClose();
          }}
          className={classNames(
            "flex min-h-9 items-center gap-3 rounded-control px-2 text-left text-14 hover:bg-line",
            style === settings.style ? "text-accent" : "text-ink",
          )}
        >
          <Icon name={style === settings.style ? "check" : STYLE_ICONS[style]} />
          {styleName(style)}
        </button>
      ))}
    </div>
  );
}
