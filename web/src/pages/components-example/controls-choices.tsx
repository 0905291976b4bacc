import { i18n } from "@lingui/core";
import { useState } from "react";
import { Checkbox } from "@/design/checkbox";
import { Combobox } from "@/design/combobox";
import { Field } from "@/design/field";
import { RadioGroup } from "@/design/radio-group";
import { Select } from "@/design/select";
import { Switch } from "@/design/switch";
import { ControlsGrid, Example } from "./example";

const COINS = [
  { value: "BTC", label: "BTC", hint: "Bitcoin" },
  { value: "ETH", label: "ETH", hint: "Ethereum" },
  { value: "SOL", label: "SOL", hint: "Solana" },
  { value: "XRP", label: "XRP", hint: "XRP Ledger" },
  { value: "LTC", label: "LTC", hint: "Litecoin" },
  { value: "DOGE", label: "DOGE", hint: "Dogecoin" },
  { value: "TRX", label: "TRX", hint: "Tron" },
  { value: "USDT", label: "USDT", hint: "Tether" },
];

export function ControlsChoices() {
  return (
    <>
      <Example title={i18n._("Selects and comboboxes")}>
        <ControlsGrid>
          <Pickers />
        </ControlsGrid>
      </Example>
      <div className="grid gap-10 sm:grid-cols-2 xl:grid-cols-4">
        <Example title={i18n._("Checkboxes")}>
          <Checkboxes />
        </Example>
        <Example title={i18n._("Switches")}>
          <Switches />
        </Example>
        <Radios />
      </div>
    </>
  );
}

function Pickers() {
  const [network, setNetwork] = useState<string | null>(null);
  const [coin, setCoin] = useState<string | null>("ETH");
  const networks = [
    { value: "bitcoin", label: "Bitcoin", hint: "0.0001 BTC" },
    { value: "ethereum", label: "Ethereum", hint: "0.0004 BTC" },
    { value: "tron", label: i18n._("Tron, unavailable"), disabled: true },
  ];
  return (
    <>
      <Field label={i18n._("Network")} hint={i18n._("The fee is shown next to each.")}>
        <Select
          options={networks}
          value={network}
          onValueChange={setNetwork}
          placeholder={i18n._("Choose a network")}
        />
      </Field>
      <Field label={i18n._("Coin")} hint={i18n._("Type a symbol or a name.")}>
        <Combobox
          options={COINS}
          value={coin}
          onValueChange={setCoin}
          placeholder={i18n._("Search coins")}
          empty={i18n._("No coins match your search.")}
        />
      </Field>
      <Field
        label={i18n._("Network, with an error")}
        error={network === null && i18n._("Choose a network first.")}
      >
        <Select options={networks} value={network} onValueChange={setNetwork} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={i18n._("Disabled")}>
          <Select options={networks} value="bitcoin" disabled onValueChange={() => {}} />
        </Field>
        <Field label={i18n._("Disabled")}>
          <Combobox options={COINS} value="BTC" disabled onValueChange={() => {}} />
        </Field>
      </div>
    </>
  );
}

function Checkboxes() {
  const [hasAccepted, setAccepted] = useState(false);
  return (
    <div className="space-y-4">
      <Checkbox
        label={i18n._("I accept the terms")}
        hint={i18n._("Thank you.")}
        error={!hasAccepted && i18n._("Accept the terms to continue.")}
        checked={hasAccepted}
        onChange={(event) => setAccepted(event.target.checked)}
      />
      <Checkbox label={i18n._("Post-only")} hint={i18n._("Never fills immediately.")} defaultChecked />
      <Checkbox label={i18n._("Some orders selected")} indeterminate />
      <Checkbox label={i18n._("Disabled")} disabled />
      <Checkbox label={i18n._("Disabled and checked")} disabled defaultChecked />
    </div>
  );
}

function Switches() {
  return (
    <div className="space-y-4">
      <Switch
        label={i18n._("Sign-in alerts")}
        hint={i18n._("Emails you when a new device signs in.")}
        defaultChecked
      />
      <Switch label={i18n._("Hide small balances")} />
      <Switch label={i18n._("Disabled")} disabled />
      <Switch label={i18n._("Disabled and on")} disabled defaultChecked />
    </div>
  );
}

function Radios() {
  const [type, setType] = useState("passport");
  const documents = [
    { value: "passport", label: i18n._("Passport"), hint: i18n._("One photo is enough.") },
    { value: "id_card", label: i18n._("Identity card"), hint: i18n._("Front and back.") },
    { value: "other", label: i18n._("Other"), disabled: true },
  ];
  return (
    <>
      <Example title={i18n._("Radio buttons")}>
        <Field label={i18n._("Document")} kind="group" hint={i18n._("It must be valid.")}>
          <RadioGroup options={documents} value={type} onValueChange={setType} />
        </Field>
      </Example>
      <Example title={i18n._("Radio cards")}>
        <Field label={i18n._("Document")} kind="group" error={i18n._("Choose a document.")}>
          <RadioGroup look="cards" options={documents} value={type} onValueChange={setType} />
        </Field>
      </Example>
    </>
  );
}
