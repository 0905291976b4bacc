import { i18n } from "@lingui/core";
import { Avatar } from "@/design/avatar";
import { Badge } from "@/design/badge";
import { Card } from "@/design/card";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { HiddenFigure } from "@/design/hidden-figure";
import { Money } from "@/design/money";
import { PairStatusBadge } from "@/design/pair-status-badge";
import { Progress } from "@/design/progress";
import { Sparkline } from "@/design/sparkline";
import { Spinner } from "@/design/spinner";
import { Stat } from "@/design/stat";
import { Example } from "./example";

const RISING = [4, 5, 4, 6, 7, 6, 8, 9, 8, 11];
const FALLING = [11, 10, 11, 8, 9, 7, 7, 5, 6, 4];
const LEVEL = [5, 6, 5, 6, 4, 5, 6, 5];

export function DisplayFigures() {
  return (
    <>
      <Example title={i18n._("Stat")}>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Card>
            <Stat label={i18n._("Total value")} size="large" hint={<Change value="0.0184" />}>
              12,480.25 USDT
            </Stat>
          </Card>
          <Card>
            <Stat label={i18n._("24h volume")} hint={i18n._("across 14 pairs")}>
              8,201,554 USDT
            </Stat>
          </Card>
          <Card>
            <Stat label={i18n._("24h low")} hint={<Change value="-0.0375" />}>
              62,018.40
            </Stat>
          </Card>
          <Card>
            <Stat label={i18n._("Funding")} hint={<Change value="0" />}>
              0.0100%
            </Stat>
          </Card>
        </div>
      </Example>
      <div className="grid gap-10 sm:grid-cols-2">
        <Badges />
        <Example title={i18n._("Change")}>
          <div className="flex flex-wrap gap-6 text-16">
            <Change value="0.018" />
            <Change value="-0.0375" />
            <Change value="0" />
            <Change value="12.5" />
          </div>
        </Example>
        <Example title={i18n._("Sparkline")}>
          <div className="flex flex-wrap items-center gap-6">
            <Sparkline values={RISING} label="BTC-USDT" />
            <Sparkline values={FALLING} label="ETH-USDT" />
            <Sparkline values={LEVEL} label="XRP-USDT" tone="neutral" />
          </div>
        </Example>
        <Example title={i18n._("Avatar")}>
          <div className="flex flex-wrap items-center gap-4">
            <Avatar name="Ada Lovelace" size="small" />
            <Avatar name="Ada Lovelace" />
            <Avatar name="Ada Lovelace" size="large" />
            <Avatar name={i18n._("Logo as an image")} src="/logo.svg" size="large" />
          </div>
        </Example>
        <Example title={i18n._("Coin and amount, shown and hidden")}>
          <div className="flex flex-wrap items-center gap-6">
            <CoinIcon symbol="BTC" size={32} />
            <CoinIcon symbol="ETH" icon="/logo.svg" />
            <Money amount="1250.5" coin="USDT" />
            <Money amount="0.00000001" coin="BTC" isMovement />
            <Money amount="-12" coin="SOL" isMovement />
            <HiddenFigure />
          </div>
        </Example>
        <ProgressBars />
        <Example title={i18n._("Spinner")}>
          <div className="flex items-center gap-6">
            <Spinner size={16} />
            <Spinner label={i18n._("Waiting for the network")} />
            <Spinner size={32} />
          </div>
        </Example>
      </div>
    </>
  );
}

function Badges() {
  return (
    <Example title={i18n._("Badge and status of a market")}>
      <div className="flex flex-wrap gap-2">
        <Badge>{i18n._("Draft")}</Badge>
        <Badge severity="success" icon="check">
          {i18n._("Filled")}
        </Badge>
        <Badge severity="info">{i18n._("Open")}</Badge>
        <Badge severity="warn" icon="clock">
          {i18n._("Pending")}
        </Badge>
        <Badge severity="error">{i18n._("Rejected")}</Badge>
        <PairStatusBadge status="trading" />
        <PairStatusBadge status="cancel_only" />
        <PairStatusBadge status="halted" />
      </div>
    </Example>
  );
}

function ProgressBars() {
  return (
    <Example title={i18n._("Progress")}>
      <div className="space-y-4">
        <Progress
          label={i18n._("Deposit of 0.25 BTC")}
          value={2 / 6}
          valueText={i18n._("{done} of {all} confirmations", { done: 2, all: 6 })}
        />
        <Progress label={i18n._("Daily limit used")} value={0.86} tone="warn" />
        <Progress label={i18n._("Daily limit reached")} value={1} tone="error" />
        <Progress label={i18n._("Uploading your document")} />
      </div>
    </Example>
  );
}
