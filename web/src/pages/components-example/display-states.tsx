import { i18n } from "@lingui/core";
import { useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { Skeleton } from "@/design/skeleton";
import { DisplayQueries } from "./display-queries";
import { Example } from "./example";

export function DisplayStates() {
  return (
    <>
      <Example title={i18n._("Skeleton")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Card title={i18n._("Text")}>
            <Skeleton shape="text" lines={4} />
          </Card>
          <Card title={i18n._("Block")}>
            <Skeleton shape="block" className="h-24 w-full" />
          </Card>
          <Card title={i18n._("Table")}>
            <Skeleton shape="table" rows={3} columns={4} />
          </Card>
          <Skeleton shape="card" />
        </div>
      </Example>
      <Example title={i18n._("Empty and error state")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Card>
            <EmptyState title={i18n._("Your open orders appear here")}>
              {i18n._("An order stays open until it’s filled or you cancel it.")}
            </EmptyState>
          </Card>
          <FailingCard />
        </div>
      </Example>
      <Banners />
      <DisplayQueries />
    </>
  );
}

function FailingCard() {
  const [isTrying, setTrying] = useState(false);
  function fail() {
    setTrying(true);
    setTimeout(() => setTrying(false), 1500);
  }
  return (
    <Card>
      <ErrorState pending={isTrying} onRetry={fail} />
    </Card>
  );
}

function Banners() {
  const [isDismissed, setDismissed] = useState(false);
  return (
    <Example title={i18n._("Banner")}>
      <div className="space-y-3">
        <Banner
          severity="info"
          action={
            <Button severity="secondary" size="small">
              {i18n._("Verify")}
            </Button>
          }
        >
          {i18n._("Verify your identity to raise your limits.")}
        </Banner>
        {isDismissed ? (
          <Button severity="link" size="small" onClick={() => setDismissed(false)}>
            {i18n._("Show the dismissed banner again")}
          </Button>
        ) : (
          <Banner severity="warn" onDismiss={() => setDismissed(true)}>
            {i18n._("Withdrawals are paused for 24 hours because your password was changed.")}
          </Banner>
        )}
        <Banner severity="error">
          {i18n._("This market is cancel-only. You can still cancel open orders.")}
        </Banner>
      </div>
    </Example>
  );
}
