import { i18n } from "@lingui/core";
import type { CSSProperties } from "react";
import { buttonClass } from "@/design/button";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { contrast, isHexColour, readableOn } from "@/lib/contrast";
import { formatFixed } from "@/lib/format-number";

/** The server's min contrast. */
const MIN_CONTRAST = 3;

type AccentFieldProps = { value: string; error: string | undefined; onChange: (accent: string) => void };

/** The site's accent colour, with a preview. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const colour = value.trim().toLowerCase();
  const isColour = isHexColour(colour);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label={i18n._("Accent")}
        error={error}
        hint={i18n._("Used for buttons, links and the focus ring.")}
      >
        <TextInput
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          suffix={
            <input
              type="color"
              aria-label={i18n._("Pick accent color")}
              value={isColour ? colour : "#000000"}
              onChange={(event) => onChange(event.target.value)}
              className="-me-1 h-7 w-9 cursor-pointer rounded-control bg-transparent"
            />
          }
        />
      </Field>
      {isColour && <Preview colour={colour} />}
    </div>
  );
}

function Preview({ colour }: { colour: string }) {
  const ground = groundColour();
  const shown = readableOn(ground, colour);
  const style: CSSProperties & Record<"--accent" | "--on-accent", string> = {
    "--accent": shown,
    "--on-accent": `color-mix(in srgb, ${shown} 15%, black)`,
  };
  return (
    <div className="min-w-0">
      <p className="mb-1.5 min-h-5 font-medium text-13 text-ink-2">{i18n._("Preview")}</p>
      <div
        aria-hidden="true"
        style={style}
        className="flex h-10 items-center gap-4 rounded-control border border-line bg-shelf px-2"
      >
        <span className={buttonClass({ size: "small" })}>{i18n._("Create account")}</span>
        <span className="text-14 text-accent underline underline-offset-4">{i18n._("A link")}</span>
      </div>
      <p role="status" className="mt-1.5 text-12 text-ink-3">
        {describeContrast(colour, shown, ground)}
      </p>
    </div>
  );
}

function describeContrast(colour: string, shown: string, ground: string): string {
  const measured = contrast(colour, ground);
  // Rounded down: 2.96 is too low and must not be shown as 3.0.
  const ratio = formatFixed(Math.floor(measured * 10) / 10, 1);
  if (measured < MIN_CONTRAST) {
    return i18n._("Contrast {ratio}:1 is too low. Choose a lighter color.", { ratio });
  }
  if (shown !== colour) {
    return i18n._("Contrast {ratio}:1. Text uses a lighter shade, {shown}.", { ratio, shown });
  }
  return i18n._("Contrast {ratio}:1, easy to read.", { ratio });
}

/** The background of links in the design. */
function groundColour(): string {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--shelf").trim();
  return isHexColour(ground) ? ground : "#151d27";
}
