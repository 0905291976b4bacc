import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { PageSection } from "@/design/page-section";
import { ControlsButtons } from "@/pages/components-example/controls-buttons";
import { ControlsChoices } from "@/pages/components-example/controls-choices";
import { ControlsCodes } from "@/pages/components-example/controls-codes";
import { ControlsDates, ControlsFields } from "@/pages/components-example/controls-fields";
import { ControlsFiles } from "@/pages/components-example/controls-files";
import { ControlsFilters } from "@/pages/components-example/controls-filters";
import { ControlsNumbers } from "@/pages/components-example/controls-numbers";
import { DisplayFigures } from "@/pages/components-example/display-figures";
import { DisplayStates } from "@/pages/components-example/display-states";
import { DisplayStructure } from "@/pages/components-example/display-structure";
import { DisplayTable } from "@/pages/components-example/display-table";
import { OverlaysDialogs } from "@/pages/components-example/overlays-dialogs";
import { OverlaysFloating } from "@/pages/components-example/overlays-floating";
import { OverlaysToasts } from "@/pages/components-example/overlays-toasts";

const LAYOUTS = ["auth", "default", "earn", "landing", "markets", "personal", "privacy", "trading"] as const;

const CHIP =
  "flex min-h-10 items-center rounded-control border border-line-strong bg-raised px-4 text-14 text-ink transition-colors hover:border-ink-3";

/** Every component in every state, and every layout: an overview of the design system. */
export function ComponentsExamplePage() {
  return (
    <>
      <h1 className="font-semibold text-28">{i18n._("Components")}</h1>
      <p className="mt-2 max-w-prose text-ink-2">{i18n._("Every component in every state. Try them out.")}</p>
      <Contents />
      <div className="space-y-16">
        <ControlsSection />
        <DisplaySection />
        <OverlaysSection />
        <LayoutsSection />
      </div>
    </>
  );
}

function Contents() {
  const entries = [
    { id: "controls", label: i18n._("Controls") },
    { id: "display", label: i18n._("Display") },
    { id: "overlays", label: i18n._("Overlays") },
    { id: "layouts", label: i18n._("Layouts") },
  ];
  return (
    <nav aria-label={i18n._("On this page")} className="mt-6 mb-12">
      <ul className="flex flex-wrap gap-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={`#${entry.id}`} className={CHIP}>
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LayoutsSection() {
  return (
    <PageSection
      id="layouts"
      title={i18n._("Layouts")}
      description={i18n._("The layout around a page, with sample content.")}
    >
      <ul className="flex flex-wrap gap-2">
        {LAYOUTS.map((layout) => (
          <li key={layout}>
            <Link to="/components-example/$layout" params={{ layout }} className={CHIP}>
              {layout}
            </Link>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function ControlsSection() {
  return (
    <PageSection
      id="controls"
      title={i18n._("Controls")}
      description={i18n._("Buttons, fields and choices.")}
    >
      <div className="space-y-10">
        <ControlsButtons />
        <ControlsFields />
        <ControlsNumbers />
        <ControlsCodes />
        <ControlsDates />
        <ControlsChoices />
        <ControlsFiles />
        <ControlsFilters />
      </div>
    </PageSection>
  );
}

function DisplaySection() {
  return (
    <PageSection id="display" title={i18n._("Display")} description={i18n._("Stats, lists and states.")}>
      <div className="space-y-10">
        <DisplayFigures />
        <DisplayTable />
        <DisplayStates />
        <DisplayStructure />
      </div>
    </PageSection>
  );
}

function OverlaysSection() {
  return (
    <PageSection
      id="overlays"
      title={i18n._("Overlays")}
      description={i18n._("Dialogs, toasts, menus and tooltips.")}
    >
      <div className="space-y-10">
        <OverlaysDialogs />
        <OverlaysToasts />
        <OverlaysFloating />
      </div>
    </PageSection>
  );
}
