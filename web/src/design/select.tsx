import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as BaseSelect } from "@base-ui/react/select";
import { i18n } from "@lingui/core";
import type { Ref } from "react";
import { classNames } from "@/lib/class-names";
import type { ControlSize } from "./control-class";
import { useFieldControl } from "./field-context";
import { FLOATING_LAYER, useFloatingHome } from "./floating";
import { Icon } from "./icon";
import { ITEM_CLASS, LIST_CLASS, type OptionControlProps, OptionText, POPUP_CLASS } from "./option-list";

interface SelectProps<Value extends string> extends OptionControlProps<Value> {
  onValueChange: (value: Value) => void;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const HEIGHTS: Record<ControlSize, string> = { small: "h-8", normal: "h-10", large: "h-12" };

const TRIGGER_CLASS =
  "flex w-full min-w-0 items-center gap-2 rounded-control border border-line-control bg-shelf pe-2 ps-3 text-start text-14 text-ink transition-[border-color] hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-error aria-invalid:outline-error disabled:cursor-not-allowed disabled:border-line-control disabled:opacity-45 data-popup-open:border-accent";

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, placeholder, name, size = "normal", disabled, className } = props;
  const wiring = useFieldControl({ id: props.id });
  const home = useFloatingHome();
  const chosen = options.find((option) => option.value === value);
  return (
    // Base UI's style element is for scroll arrows, which are unused, and the CSP blocks it.
    <CSPProvider disableStyleElements>
      <BaseSelect.Root
        items={options}
        value={value}
        name={name}
        disabled={disabled}
        modal={false}
        onValueChange={(next) => next !== null && onValueChange(next)}
      >
        <BaseSelect.Trigger
          {...wiring}
          ref={props.ref}
          aria-label={props["aria-label"]}
          onBlur={props.onBlur}
          className={classNames(TRIGGER_CLASS, HEIGHTS[size], className)}
        >
          <BaseSelect.Value className="min-w-0 flex-1">
            {chosen ? (
              <OptionText option={chosen} />
            ) : (
              <span className="block truncate text-ink-3">{placeholder ?? i18n._("Choose")}</span>
            )}
          </BaseSelect.Value>
          <Icon name="chevron-down" className="text-ink-3" />
        </BaseSelect.Trigger>
        <BaseSelect.Portal {...home}>
          <BaseSelect.Positioner
            alignItemWithTrigger={false}
            sideOffset={4}
            collisionPadding={8}
            className={FLOATING_LAYER}
          >
            <BaseSelect.Popup className={POPUP_CLASS}>
              <BaseSelect.List className={LIST_CLASS}>
                {options.map((option) => (
                  <BaseSelect.Item
                    key={option.value}
                    value={option.value}
                    label={option.label}
                    disabled={option.disabled}
                    className={ITEM_CLASS}
                  >
                    <BaseSelect.ItemText className="min-w-0 flex-1">
                      <OptionText option={option} />
                    </BaseSelect.ItemText>
                    <span className="flex size-4 shrink-0 items-center">
                      <BaseSelect.ItemIndicator>
                        <Icon name="check" className="text-accent" />
                      </BaseSelect.ItemIndicator>
                    </span>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </CSPProvider>
  );
}
