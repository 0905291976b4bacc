import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { Slider } from "@/design/slider";
import { type Crop, keepInside, MAX_ZOOM, WHOLE } from "./crop";
import { CropCanvas } from "./crop-canvas";
import { drawSquare } from "./draw-square";

type CropDialogProps = {
  picture: ImageBitmap | null;
  onSave: (square: File) => Promise<void>;
  onClose: () => void;
};

export function CropDialog({ picture, onSave, onClose }: CropDialogProps) {
  const [shown, setShown] = useState(picture);
  const [isPending, setPending] = useState(false);
  // What was shown stays in sight while the dialog fades.
  if (picture && picture !== shown) setShown(picture);

  return (
    <Modal
      open={picture !== null}
      onClose={onClose}
      closable={!isPending}
      closeOnEscape={!isPending}
      closeOnMask={false}
      title={i18n._("Crop photo")}
    >
      {shown && <CropForm picture={shown} onSave={onSave} onPending={setPending} />}
    </Modal>
  );
}

type CropFormProps = {
  picture: ImageBitmap;
  onSave: (square: File) => Promise<void>;
  onPending: (isPending: boolean) => void;
};

function CropForm({ picture, onSave, onPending }: CropFormProps) {
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function save() {
    setRefusal(null);
    setSaving(true);
    onPending(true);
    try {
      await onSave(await drawSquare(picture, crop));
    } catch (error) {
      setRefusal(describeProblem(error));
    } finally {
      setSaving(false);
      onPending(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <CropCanvas picture={picture} crop={crop} onChange={setCrop} />
      <Field label={i18n._("Zoom")} kind="group">
        <Slider
          value={Math.round(crop.zoom * 100)}
          min={100}
          max={MAX_ZOOM * 100}
          onValueChange={(percent) => setCrop(keepInside(picture, { ...crop, zoom: percent / 100 }))}
        />
      </Field>
      <Button fullWidth pending={isSaving} onClick={save}>
        {i18n._("Save photo")}
      </Button>
    </div>
  );
}
