import { i18n } from "@lingui/core";
import { type FormEvent, useEffect, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import type { Network } from "@/api/networks";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { StepUpCancelled } from "@/session/step-up";
import { useSaveAddress } from "./address-api";
import { useAddressProblem } from "./use-address-problem";

interface AddressFormProps {
  networks: readonly Network[];
  onPending: (isPending: boolean) => void;
  onSaved: () => void;
}

const keyOf = ({ coin, network }: Network) => `${coin} ${network}`;

/** Adds an address to the book; the server asks for a step-up and checks the address. */
export function AddressForm({ networks, onPending, onSaved }: AddressFormProps) {
  const enabled = networks.filter(({ status }) => status === "enabled");
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [address, setAddress] = useState("");
  const [label, setLabel] = useState("");
  const save = useSaveAddress();
  const chosen = enabled.find((network) => keyOf(network) === chosenKey);
  const failed = save.error && !(save.error instanceof StepUpCancelled) ? save.error : null;
  const problem = useAddressProblem(chosen, address);
  const isReady = chosen !== undefined && address !== "" && label.trim() !== "" && problem === null;

  useEffect(() => onPending(save.isPending), [onPending, save.isPending]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || save.isPending) return;
    const { coin, network } = chosen;
    save.mutate({ coin, network, address, label: label.trim() }, { onSuccess: onSaved });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={i18n._("Coin and network")}>
        <Select
          options={enabled.map((network) => ({
            value: keyOf(network),
            label: network.coin,
            hint: network.name,
          }))}
          value={chosenKey}
          onValueChange={setChosenKey}
        />
      </Field>
      <Field label={i18n._("Address")} error={problem}>
        <TextInput
          {...VERBATIM}
          maxLength={120}
          value={address}
          className="font-mono"
          onChange={(event) => setAddress(event.target.value.trim())}
        />
      </Field>
      <Field label={i18n._("Label")}>
        <TextInput
          maxLength={60}
          value={label}
          placeholder={i18n._("Ledger at home")}
          onChange={(event) => setLabel(event.target.value)}
        />
      </Field>
      {failed && <Banner severity="error">{describeProblem(failed)}</Banner>}
      <Button type="submit" fullWidth pending={save.isPending} disabled={!isReady}>
        {i18n._("Save address")}
      </Button>
    </form>
  );
}
