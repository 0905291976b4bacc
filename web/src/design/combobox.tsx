import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import { i18n } from "@lingui/core";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { CONTROL_INPUT_CLASS, controlFrameClass } from "./control-class";
import { useFieldControl, useFieldGroup } from "./field-context";
import { FLOATING_LAYER, useFloatingHome } from "./floating";
import { Icon } from "./icon";
import {
  ITEM_CLASS,
  LIST_CLASS,
  type Option,
  type OptionControlProps,
  OptionText,
  POPUP_CLASS,
} from "./option-list";

interface ComboboxProps<Value extends string> extends OptionControlProps<Value> {
  onValueChange: (value: Value | null) => void;
  /** Shown without matches. */
  empty?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

const ADORNMENT_CLASS =
  "flex size-7 shrink-0 items-center justify-center rounded-control text-ink-3 not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-45";

function matches(option: Option<string>, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [option.label, option.hint, option.value].some((text) => text?.toLowerCase().includes(wanted));
}

/** Closes and unmounts the list on Tab, which Base UI's popup would otherwise do. */
function useOwnList() {
  const [isOpen, setIsOpen] = useState(false);
  const actionsRef = useRef<BaseCombobox.Root.Actions | null>(null);

  useEffect(() => {
    if (!isOpen) actionsRef.current?.unmount();
  }, [isOpen]);

  function leaveByKey(event: KeyboardEvent) {
    if (event.key === "Tab") actionsRef.current?.close();
  }

  return { root: { actionsRef, onOpenChange: setIsOpen }, leaveByKey };
}

export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { options, value, onValueChange, size = "normal", disabled = false } = props;
  const wiring = useFieldControl({ id: props.id });
  const { "aria-labelledby": labelledBy } = useFieldGroup(props["aria-label"]);
  const home = useFloatingHome();
  const list = useOwnList();
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <BaseCombobox.Root
      items={options}
      value={chosen}
      name={props.name}
      disabled={disabled}
      autoHighlight
      {...list.root}
      filter={matches}
      itemToStringLabel={(option: Option<Value>) => option.label}
      itemToStringValue={(option: Option<Value>) => option.value}
      isItemEqualToValue={(option: Option<Value>, other: Option<Value>) => option.value === other.value}
      onValueChange={(option: Option<Value> | null) => onValueChange(option?.value ?? null)}
    >
      <BaseCombobox.InputGroup
        onKeyDown={list.leaveByKey}
        className={controlFrameClass(size, classNames("pe-1", props.className))}
      >
        {chosen?.icon && <span className="flex shrink-0 ps-3">{chosen.icon}</span>}
        <BaseCombobox.Input
          {...wiring}
          ref={props.ref}
          aria-label={props["aria-label"]}
          aria-labelledby={labelledBy}
          placeholder={props.placeholder ?? i18n._("Search")}
          onBlur={props.onBlur}
          className={classNames(CONTROL_INPUT_CLASS, "pe-1")}
        />
        <BaseCombobox.Clear
          aria-label={i18n._("Clear")}
          className={classNames(ADORNMENT_CLASS, disabled && "hidden")}
        >
          <Icon name="x" />
        </BaseCombobox.Clear>
        <BaseCombobox.Trigger aria-label={i18n._("Show all")} className={ADORNMENT_CLASS}>
          <Icon name="chevron-down" />
        </BaseCombobox.Trigger>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal {...home}>
        <BaseCombobox.Positioner sideOffset={4} collisionPadding={8} className={FLOATING_LAYER}>
          {/* Base UI's popup would hide the rest of the page from screen readers while the focus stays in it. */}
          <div className={classNames(POPUP_CLASS, "w-(--anchor-width)")}>
            <BaseCombobox.Empty>
              <div className="px-4 py-6 text-center text-13 text-ink-3">
                {props.empty ?? i18n._("No matches.")}
              </div>
            </BaseCombobox.Empty>
            <BaseCombobox.List className={classNames(LIST_CLASS, "data-empty:p-0")}>
              {(option: Option<Value>) => (
                <BaseCombobox.Item
                  key={option.value}
                  value={option}
                  disabled={option.disabled}
                  className={ITEM_CLASS}
                >
                  <OptionText option={option} />
                  <span className="flex size-4 shrink-0 items-center">
                    <BaseCombobox.ItemIndicator>
                      <Icon name="check" className="text-accent" />
                    </BaseCombobox.ItemIndicator>
                  </span>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </div>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
