import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Button } from "@/design/button";
import { ChangeList } from "@/design/change-list";
import { Dialog } from "@/design/dialog";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import type { Difference } from "@/lib/changed-lines";
import { type Level, useChangeLevel } from "./api";
import { LevelForm } from "./level-form";
import {
  type DescribeFeature,
  differences,
  LEVEL_FIELDS,
  type LevelValues,
  levelChange,
  levelSchema,
  levelValues,
  possibleFeatures,
} from "./model";

type LevelDialogProps = {
  level: Level | null;
  ladder: readonly Level[];
  hostname: string;
  describeFeature: DescribeFeature;
  onClose: () => void;
};

/** The form of a level, followed by a summary of the changes to confirm. */
export function LevelDialog({ level, ...props }: LevelDialogProps) {
  const shown = useLastNonNull(level);

  return (
    <Dialog
      open={level !== null}
      onClose={props.onClose}
      closeOnMask={false}
      title={i18n._("Level {level}", { level: shown?.name ?? "" })}
      widthClass="max-w-2xl"
    >
      {shown && <LevelSteps level={shown} {...props} />}
    </Dialog>
  );
}

type LevelStepsProps = Omit<LevelDialogProps, "level"> & { level: Level };

function LevelSteps({ level, ladder, hostname, describeFeature, onClose }: LevelStepsProps) {
  const form = useForm<LevelValues>({
    resolver: valibotResolver(levelSchema),
    defaultValues: levelValues(level),
  });
  const [wanted, setWanted] = useState<LevelValues | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChangeLevel(hostname, level.key);

  const review = form.handleSubmit((values) => {
    setRefusal(null);
    const isSame = differences(level, levelChange(values), describeFeature).length === 0;
    if (isSame) setRefusal(i18n._("No changes yet."));
    else setWanted(values);
  });

  async function save(values: LevelValues) {
    try {
      const saved = await change.mutateAsync(levelChange(values));
      toast.add({
        severity: "success",
        summary: i18n._("Level {level} saved", { level: saved.name }),
        life: 5000,
      });
      onClose();
    } catch (error) {
      setWanted(null);
      setRefusal(setFieldErrors(error, LEVEL_FIELDS, form.setError));
    }
  }

  if (wanted) {
    return (
      <ChangeSummary
        differences={differences(level, levelChange(wanted), describeFeature)}
        isPending={change.isPending}
        onSave={() => void save(wanted)}
        onBack={() => setWanted(null)}
      />
    );
  }
  return (
    <LevelForm
      form={form}
      features={possibleFeatures(ladder)}
      describeFeature={describeFeature}
      isLowest={level.rank === 0}
      refusal={refusal}
      onSubmit={review}
    />
  );
}

type ChangeSummaryProps = {
  differences: readonly Difference[];
  isPending: boolean;
  onSave: () => void;
  onBack: () => void;
};

/** The changes to be saved. */
function ChangeSummary({ differences, isPending, onSave, onBack }: ChangeSummaryProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        {i18n._(
          "Applies from each client’s next request. Clients move up immediately, and down after the grace period.",
        )}
      </p>
      <ChangeList changes={differences} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button severity="secondary" disabled={isPending} onClick={onBack}>
          {i18n._("Back")}
        </Button>
        <Button pending={isPending} onClick={onSave}>
          {i18n._("Save changes")}
        </Button>
      </div>
    </div>
  );
}
