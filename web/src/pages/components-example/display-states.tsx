import { i18n } from "@lingui/core";
import { useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { CheckOutcome } from "@/design/check-outcome";
import { EmptyState } from "@/design/empty-state";
import { ErrorState } from "@/design/error-state";
import { MessageBubble } from "@/design/message-bubble";
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
      <Example title={i18n._("Check results")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <CheckOutcome ok title={i18n._("Ledger OK.")}>
            <p className="text-13 text-ink-2">{i18n._("Every coin sums to 0.")}</p>
          </CheckOutcome>
          <CheckOutcome ok={false} title={i18n._("Ledger mismatch.")}>
            <p className="text-13 text-ink-2">
              {i18n._("Coins with a mismatch: {coins}.", { coins: "BTC" })}
            </p>
          </CheckOutcome>
        </div>
      </Example>
      <Messages />
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

function Messages() {
  const question = i18n._("How long does a deposit take?");
  const answer = i18n._("Until the network has made the confirmations shown next to the address.");
  return (
    <Example title={i18n._("Messages")}>
      <ol className="flex flex-col gap-3">
        <MessageBubble
          message={{ author: "client", message: question, created_at: 1_767_225_600, attachments: [] }}
          author={i18n._("You")}
          isOwn
          renderPicture={() => null}
        />
        <MessageBubble
          message={{ author: "staff", message: answer, created_at: 1_767_229_200, attachments: [] }}
          author={i18n._("Staff")}
          isOwn={false}
          renderPicture={() => null}
        />
      </ol>
    </Example>
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
