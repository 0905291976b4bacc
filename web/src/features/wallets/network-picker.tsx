import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Network } from "@/api/networks";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { EmptyState } from "@/design/empty-state";
import { Field } from "@/design/field";
import { RadioGroup } from "@/design/radio-group";

interface NetworkPickerProps {
  coin: string;
  /** Those of the coin. */
  networks: readonly Network[];
  network: string | null;
  hint: string;
  /** Why the coin cannot be moved on any network; null while it can. */
  switchedOff: string | null;
  /** The figures of a network: minimum, fee, time. */
  describe: (network: Network) => ReactNode;
  onChoose: (network: string) => void;
}

/** The networks of a coin; those that are not enabled say so and cannot be chosen. */
export function NetworkPicker(props: NetworkPickerProps) {
  const { coin, networks, network, hint, switchedOff, describe, onChoose } = props;
  if (networks.length === 0) {
    return (
      <EmptyState icon="layers" title={i18n._("{coin} has no network yet", { coin })}>
        {i18n._("You can trade {coin} here. Choose another coin to move to or from a wallet.", { coin })}
      </EmptyState>
    );
  }
  if (switchedOff !== null) return <Banner severity="warn">{switchedOff}</Banner>;
  return (
    <Field kind="group" label={i18n._("Network")} hint={hint}>
      <RadioGroup
        look="cards"
        options={networks.map((each) => ({
          value: each.network,
          label: <NetworkName network={each} />,
          hint: <NetworkHint network={each}>{describe(each)}</NetworkHint>,
          disabled: each.status !== "enabled",
        }))}
        // A value that is no option leaves all unchecked.
        value={network ?? ""}
        onValueChange={onChoose}
      />
    </Field>
  );
}

function NetworkName({ network: { name, standard, status, is_development } }: { network: Network }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium">{name}</span>
      {standard !== name && <span className="text-13 text-ink-2">{standard}</span>}
      {is_development && <Badge severity="info">{i18n._("Development chain")}</Badge>}
      {status === "halted" && <Badge severity="warn">{i18n._("Paused")}</Badge>}
      {status === "disabled" && <Badge>{i18n._("Not enabled")}</Badge>}
    </span>
  );
}

function NetworkHint({ network: { status, notice }, children }: { network: Network; children: ReactNode }) {
  return (
    <span className="flex flex-col gap-1">
      <span>{children}</span>
      {status !== "enabled" && (
        <span>
          {status === "halted"
            ? i18n._("This network is paused for now. Your coins are safe.")
            : i18n._("This network is not enabled here.")}
        </span>
      )}
      {notice && <span className="text-warn">{notice}</span>}
    </span>
  );
}
