import { i18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { Button, type ButtonSeverity, type ButtonSize, buttonClass } from "@/design/button";
import { IconButton } from "@/design/icon-button";
import { RowAction } from "@/design/row-action";
import { Example } from "./example";

const SEVERITIES: ButtonSeverity[] = ["primary", "secondary", "success", "error", "link"];
const SIZES: ButtonSize[] = ["small", "normal", "large"];

export function ControlsButtons() {
  return (
    <>
      <Example title={i18n._("Buttons")}>
        <div className="space-y-3">
          {SEVERITIES.map((severity) => (
            <div key={severity} className="flex flex-wrap items-center gap-3">
              {SIZES.map((size) => (
                <Button key={size} severity={severity} size={size}>
                  {i18n._("{severity} {size}", { severity, size })}
                </Button>
              ))}
              <Button severity={severity} icon="arrow-down-to-line">
                {i18n._("With icon")}
              </Button>
              <Button severity={severity} disabled>
                {i18n._("Disabled")}
              </Button>
              <Button severity={severity} pending>
                {i18n._("Pending")}
              </Button>
            </div>
          ))}
        </div>
      </Example>
      <div className="grid gap-10 sm:grid-cols-2">
        <Example title={i18n._("Button with a pending action")}>
          <div className="max-w-80 space-y-3">
            <WorkingButton />
            <Button severity="secondary" fullWidth>
              {i18n._("Full width")}
            </Button>
            <a href="#controls" className={buttonClass({ severity: "secondary", fullWidth: true })}>
              {i18n._("A link that looks like a button")}
            </a>
          </div>
        </Example>
        <Example title={i18n._("Icon buttons")}>
          <IconButtons />
        </Example>
        <Example title={i18n._("Actions of a row")}>
          <div className="flex flex-wrap gap-3">
            <RowAction icon="pencil" label={i18n._("Edit")} name={i18n._("Edit {coin}", { coin: "BTC" })} />
            <RowAction
              label={i18n._("Sign out")}
              name={i18n._("Sign out {device}", { device: "Chrome on Linux" })}
              pending
            />
          </div>
        </Example>
      </div>
    </>
  );
}

function WorkingButton() {
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setPending(false), 2000);
    return () => clearTimeout(timer);
  }, [isPending]);

  return (
    <Button pending={isPending} fullWidth icon="send" onClick={() => setPending(true)}>
      {i18n._("Stay pending for 2 seconds")}
    </Button>
  );
}

function IconButtons() {
  const [isStarred, setStarred] = useState(false);
  return (
    <div className="space-y-3">
      {(["plain", "framed"] as const).map((look) => (
        <div key={look} className="flex flex-wrap items-center gap-3">
          {SIZES.map((size) => (
            <IconButton key={size} icon="settings" label={i18n._("Settings")} look={look} size={size} />
          ))}
          <IconButton icon="bell" label={i18n._("Notifications")} look={look} disabled />
          <IconButton icon="refresh-cw" label={i18n._("Reload")} look={look} pending />
          <IconButton
            icon="star"
            label={i18n._("Favorite")}
            look={look}
            aria-pressed={isStarred}
            className={isStarred ? "text-warn" : undefined}
            onClick={() => setStarred(!isStarred)}
          />
        </div>
      ))}
    </div>
  );
}
