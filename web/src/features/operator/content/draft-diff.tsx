import { i18n } from "@lingui/core";
import { ChangeList } from "@/design/change-list";
import { classNames } from "@/lib/class-names";
import { compareBodies, compareFields, type DiffLine } from "./comparison";
import { type EntryDraft, languageName } from "./model";

type DraftDiffProps = { before: EntryDraft; after: EntryDraft };

/** What changed from one draft to another. */
export function DraftDiff({ before, after }: DraftDiffProps) {
  const changes = compareFields(before, after);
  const bodies = compareBodies(before, after);
  if (changes.length + bodies.length === 0) {
    return <p className="text-13 text-ink-2">{i18n._("Both versions are the same.")}</p>;
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {changes.length > 0 && <ChangeList changes={changes} />}
      {bodies.map(({ language, lines }) => (
        <BodyDiff key={language} language={language} lines={lines} />
      ))}
    </div>
  );
}

function BodyDiff({ language, lines }: { language: string; lines: readonly DiffLine[] }) {
  const title = i18n._("Text ({language})", { language: languageName(language) });
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-card border border-line">
      <h3 className="border-line border-b px-4 py-2 text-12 text-ink-3">{title}</h3>
      <div lang={language} className="py-1 font-mono text-13">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff have no other identity and never move
          <Line key={index} line={line} />
        ))}
      </div>
    </section>
  );
}

const LOOKS = {
  same: { Tag: "div", sign: " ", line: "text-ink-2", word: "" },
  added: { Tag: "ins", sign: "+", line: "bg-success/10 text-ink", word: "bg-success/25 underline" },
  removed: { Tag: "del", sign: "−", line: "bg-error/10 text-ink-2", word: "bg-error/25 line-through" },
} as const;

function Line({ line }: { line: DiffLine }) {
  if (line.kind === "gap") {
    return (
      <p className="my-1 border-line border-y px-4 py-1 font-sans text-12 text-ink-3">
        {i18n._("{count, plural, one {# unchanged line} other {# unchanged lines}}", { count: line.count })}
      </p>
    );
  }
  const { Tag, sign, line: look, word } = LOOKS[line.kind];
  return (
    <Tag className={classNames("flex gap-3 px-4 no-underline", look)}>
      <span aria-hidden="true" className="w-2 shrink-0 select-none">
        {sign}
      </span>
      {line.kind !== "same" && (
        <span className="sr-only">{line.kind === "added" ? i18n._("Added:") : i18n._("Removed:")}</span>
      )}
      <span className="min-h-5 min-w-0 whitespace-pre-wrap wrap-anywhere">
        {line.pieces.map(({ text, isChanged }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line have no other identity and never move
          <span key={index} className={isChanged ? word : undefined}>
            {text}
          </span>
        ))}
      </span>
    </Tag>
  );
}
