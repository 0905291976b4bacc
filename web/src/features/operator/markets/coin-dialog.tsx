import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Dialog } from "@/design/dialog";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { type Coin, useAddCoin, useChangeCoin } from "./coin-api";
import { CoinFields } from "./coin-fields";
import {
  COIN_FIELDS,
  type CoinValues,
  coinDraft,
  coinSchema,
  coinValues,
  EMPTY_COIN,
  faceOf,
} from "./coin-model";

type CoinDialogProps = {
  /** The coin to change; "new" to add one. */
  coin: Coin | "new" | null;
  onClose: () => void;
};

export function CoinDialog({ coin, onClose }: CoinDialogProps) {
  const shown = useLastNonNull(coin);

  return (
    <Dialog
      open={coin !== null}
      onClose={onClose}
      closeOnMask={false}
      title={
        shown === null || shown === "new" ? i18n._("Add coin") : i18n._("Coin {coin}", { coin: shown.symbol })
      }
      widthClass="max-w-xl"
    >
      {shown && <CoinForm coin={shown === "new" ? null : shown} onClose={onClose} />}
    </Dialog>
  );
}

function CoinForm({ coin, onClose }: { coin: Coin | null; onClose: () => void }) {
  const add = useAddCoin();
  const change = useChangeCoin(coin?.symbol ?? "");
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<CoinValues>({
    resolver: valibotResolver(coinSchema),
    defaultValues: coin ? coinValues(coin) : EMPTY_COIN,
  });

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const saved = coin
        ? await change.mutateAsync(faceOf(values))
        : await add.mutateAsync(coinDraft(values));
      const summary = coin
        ? i18n._("{coin} saved", { coin: saved.symbol })
        : i18n._("{coin} listed", { coin: saved.symbol });
      toast.add({ severity: "success", summary, life: 5000 });
      onClose();
    } catch (error) {
      setRefusal(setFieldErrors(error, COIN_FIELDS, form.setError));
    }
  });

  return <CoinFields form={form} isNew={coin === null} refusal={refusal} onSubmit={save} />;
}
