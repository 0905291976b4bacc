import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Accordion } from "@/design/accordion";
import { Breadcrumb } from "@/design/breadcrumb";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ChangeList } from "@/design/change-list";
import { IconButton } from "@/design/icon-button";
import { LevelNote } from "@/design/level-note";
import { AllLink, PageLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { Requirement } from "@/design/requirement";
import { RichText } from "@/design/rich-text";
import { Stepper } from "@/design/stepper";
import { Tabs } from "@/design/tabs";
import { Example } from "./example";

export function DisplayStructure() {
  return (
    <>
      <Example title={i18n._("Card and page section")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Card
            title={i18n._("Card with everything")}
            actions={<IconButton icon="settings" label={i18n._("Card settings")} size="small" />}
            footer={i18n._("Last updated a minute ago")}
          >
            <p className="text-ink-2">{i18n._("A title, an action and a footer around the content.")}</p>
          </Card>
          <Card
            title={i18n._("Card with a link to a page")}
            actions={
              <div className="flex gap-3">
                <PageLink to="/faq">{i18n._("All questions")}</PageLink>
                <AllLink to="/markets/overview" name={i18n._("All markets")} />
              </div>
            }
          >
            <p className="text-ink-2">{i18n._("The link is hidden on a site without that page.")}</p>
          </Card>
          <Card>
            <PageSection
              title={i18n._("Page section")}
              level={3}
              description={i18n._("A heading with an action beside it.")}
              actions={
                <Button severity="secondary" size="small">
                  {i18n._("Export")}
                </Button>
              }
            >
              <p className="text-ink-2">{i18n._("Then the content.")}</p>
            </PageSection>
          </Card>
        </div>
      </Example>
      <Example title={i18n._("Tabs")}>
        <TabsExample />
      </Example>
      <Example title={i18n._("Accordion")}>
        <AccordionExample />
      </Example>
      <Example title={i18n._("Breadcrumb")}>
        <Breadcrumb
          trail={[
            { label: i18n._("Home"), to: "/" },
            { label: i18n._("Icons"), to: "/_icons" },
          ]}
          current={i18n._("Components")}
        />
      </Example>
      <Example title={i18n._("Changes to confirm")}>
        <ChangeList
          changes={[
            { what: i18n._("Maker fee"), before: "0.10%", after: "0.08%" },
            { what: i18n._("Status"), before: i18n._("Halted"), after: i18n._("Open") },
          ]}
        />
      </Example>
      <StepperExample />
      <div className="grid gap-10 sm:grid-cols-2">
        <Requirements />
        <Example title={i18n._("Text with a link")}>
          <p className="text-ink-2">
            <RichText
              text={i18n._("Fees depend on your level; see <link>what each level unlocks</link>.")}
              tags={{
                link: (words) => (
                  <Link to="/kyc-levels" className="text-accent underline underline-offset-4">
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        </Example>
      </div>
    </>
  );
}

function Requirements() {
  return (
    <Example title={i18n._("Requirements: met, not met, with the next step")}>
      <ul className="flex flex-col gap-3">
        <Requirement isMet>{i18n._("Verified identity")}</Requirement>
        <Requirement isMet={false}>{i18n._("30-day volume of 500 USDT")}</Requirement>
        <Requirement isMet={false} action={<PageLink to="/faq">{i18n._("How to")}</PageLink>}>
          {i18n._("Two-factor authentication (2FA)")}
        </Requirement>
      </ul>
      <LevelNote level={i18n._("Starter")} />
    </Example>
  );
}

function TabsExample() {
  return (
    <Tabs
      label={i18n._("Example orders")}
      tabs={[
        {
          value: "open",
          label: i18n._("Open orders"),
          count: 3,
          content: <p>{i18n._("Three open orders.")}</p>,
        },
        { value: "history", label: i18n._("Order history"), content: <p>{i18n._("Every past order.")}</p> },
        { value: "trades", label: i18n._("Trades"), content: <p>{i18n._("Every fill.")}</p> },
        { value: "closed", label: i18n._("Not available"), disabled: true, content: null },
      ]}
      actions={
        <Button severity="link" size="small">
          {i18n._("Cancel all")}
        </Button>
      }
    />
  );
}

function AccordionExample() {
  return (
    <Accordion
      openId="example-fees"
      items={[
        {
          id: "example-fees",
          title: i18n._("What does a trade cost?"),
          content: i18n._("The order form shows the fee before you place an order."),
        },
        {
          id: "example-time",
          title: i18n._("How long does a deposit take?"),
          content: i18n._("Until the network has made the confirmations shown next to the address."),
        },
      ]}
    />
  );
}

function StepperExample() {
  const [current, setCurrent] = useState(2);
  const steps = [
    i18n._("Document type"),
    i18n._("Front"),
    i18n._("Back"),
    i18n._("Selfie"),
    i18n._("Review"),
  ];
  return (
    <Example title={i18n._("Stepper")}>
      <Stepper label={i18n._("Example steps")} steps={steps} current={current} onSelect={setCurrent} />
      <div className="mt-4 flex justify-center">
        <Button
          severity="secondary"
          size="small"
          onClick={() => setCurrent(current === steps.length ? 0 : current + 1)}
        >
          {current === steps.length ? i18n._("Start again") : i18n._("Next step")}
        </Button>
      </div>
    </Example>
  );
}
