import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { Select } from "@/design/select";
import { toast } from "@/design/toast";
import {
  setToastPosition,
  TOAST_POSITIONS,
  type ToastPosition,
  useToastPosition,
} from "@/design/toast-position";
import { Example } from "./example";

export function OverlaysToasts() {
  return (
    <Example title={i18n._("Toast")}>
      <div className="flex flex-wrap gap-3">
        <Button
          severity="secondary"
          onClick={() => toast.add({ severity: "success", summary: i18n._("Order placed"), life: 5000 })}
        >
          {i18n._("Success, 5 seconds")}
        </Button>
        <Button
          severity="secondary"
          onClick={() =>
            toast.add({
              severity: "info",
              summary: i18n._("Deposit detected"),
              detail: i18n._("0.25 BTC, 6 confirmations needed."),
              life: 5000,
            })
          }
        >
          {i18n._("Info, 5 seconds")}
        </Button>
        <Button
          severity="secondary"
          onClick={() =>
            toast.add({
              severity: "warn",
              summary: i18n._("Price moved"),
              detail: i18n._("Check the new total before you continue."),
            })
          }
        >
          {i18n._("Warning, until closed")}
        </Button>
        <Button
          severity="secondary"
          onClick={() =>
            toast.add({
              severity: "error",
              summary: i18n._("Withdrawal failed"),
              detail: i18n._("This address isn’t on the selected network. No funds were sent."),
            })
          }
        >
          {i18n._("Error, until closed")}
        </Button>
        <PositionPicker />
      </div>
    </Example>
  );
}

function PositionPicker() {
  const position = useToastPosition();
  const names: Record<ToastPosition, string> = {
    "top-left": i18n._("Top left"),
    "top-center": i18n._("Top center"),
    "top-right": i18n._("Top right"),
    "bottom-left": i18n._("Bottom left"),
    "bottom-center": i18n._("Bottom center"),
    "bottom-right": i18n._("Bottom right"),
    center: i18n._("Center"),
  };
  return (
    <div className="w-40">
      <Select
        aria-label={i18n._("Toast position")}
        options={TOAST_POSITIONS.map((value) => ({ value, label: names[value] }))}
        value={position}
        onValueChange={(value) => {
          setToastPosition(value);
          toast.add({ severity: "info", summary: names[value], life: 5000 });
        }}
      />
    </div>
  );
}
