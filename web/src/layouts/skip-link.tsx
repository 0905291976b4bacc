import { i18n } from "@lingui/core";

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-[var(--layer-banner)] -translate-y-16 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
    >
      {i18n._("Skip to content")}
    </a>
  );
}
