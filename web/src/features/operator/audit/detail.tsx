import { i18n } from "@lingui/core";

/** What an entry says beside who did what: plain JSON, shown as names and values. */
export function Detail({ value }: { value: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="flex flex-col gap-1">
      {Object.entries(value).map(([name, part]) => (
        <div key={name} className={isRecord(part) ? "" : "grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]"}>
          <dt className="text-ink-3">{name.replaceAll("_", " ")}</dt>
          <dd className="min-w-0 text-ink wrap-anywhere">
            {isRecord(part) ? (
              <div className="my-1 border-line border-l pl-3">
                <Detail value={part} />
              </div>
            ) : (
              textOf(part)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function textOf(value: unknown): string {
  if (value === true) return i18n._("Yes");
  if (value === false) return i18n._("No");
  if (value === null || value === "") return "–";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(", ") || "–";
  return JSON.stringify(value);
}
