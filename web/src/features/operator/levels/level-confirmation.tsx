import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { ChangeList } from "@/design/change-list";
import { toast } from "@/design/toast";
import { ProposeForm } from "@/features/operator/proposals/propose-form";
import { type Level, type LevelChange, useChangeLevel, useProposeLevel } from "./api";
import { type DescribeFeature, differences, needsTwo } from "./model";

interface LevelConfirmationProps {
  level: Level;
  change: LevelChange;
  hostname: string;
  describeFeature: DescribeFeature;
  /** With what the server refused. */
  onBack: (error?: unknown) => void;
  onDone: () => void;
}

/** The changes, to be saved or, where a second person must agree, proposed. */
export function LevelConfirmation(props: LevelConfirmationProps) {
  const { level, change, describeFeature } = props;
  return (
    <div className="flex flex-col gap-4">
      <ChangeList changes={differences(level, change, describeFeature)} />
      {needsTwo(level, change) ? <Proposing {...props} /> : <Saving {...props} />}
    </div>
  );
}

function Saving({ level, change, hostname, onBack, onDone }: LevelConfirmationProps) {
  const save = useChangeLevel(hostname, level.key);
  function confirm() {
    save.mutate(change, {
      onSuccess: ({ name }) => {
        toast.success(i18n._("Level {level} saved", { level: name }));
        onDone();
      },
      onError: onBack,
    });
  }
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button severity="secondary" disabled={save.isPending} onClick={() => onBack()}>
        {i18n._("Back")}
      </Button>
      <Button pending={save.isPending} onClick={confirm}>
        {i18n._("Save changes")}
      </Button>
    </div>
  );
}

function Proposing({ level, change, hostname, onBack, onDone }: LevelConfirmationProps) {
  const propose = useProposeLevel(hostname, level.key);
  return (
    <ProposeForm
      text={i18n._(
        "Requirements and benefits reach every client of the level: they take two people. Someone else must approve.",
      )}
      propose={(reason) => propose.mutateAsync({ ...change, reason })}
      onBack={onBack}
      onDone={onDone}
    />
  );
}
