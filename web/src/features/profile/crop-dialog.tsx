import { i18n } from "@lingui/core";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { FormModal } from "@/design/modal";
import { Slider } from "@/design/slider";
import { useLastNonNull } from "@/design/use-last-non-null";
import { type Crop, drag, drawSquare, keepInside, MAX_ZOOM, paint, WHOLE } from "./crop";

const EDGE = 512;
const KEY_STEP = 0.05;
const KEY_MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

type CropCanvasProps = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void };

/** The cropped square; the picture is moved by pointer or arrow keys. */
function CropCanvas({ picture, crop, onChange }: CropCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, crop);
  }, [picture, crop]);

  function follow(event: PointerEvent<HTMLButtonElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) onChange(drag(picture, crop, event.movementX / width, event.movementY / width));
  }

  function move(event: KeyboardEvent) {
    const step = KEY_MOVES[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(drag(picture, crop, ...step));
  }

  return (
    <button
      type="button"
      aria-label={i18n._("Photo: drag it, or use the arrow keys")}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onKeyDown={move}
      className="relative mx-auto block w-full max-w-72 cursor-move! touch-none select-none overflow-hidden rounded-card"
    >
      <canvas ref={canvas} width={EDGE} height={EDGE} className="block w-full" />
      {/* Avatars are shown as circles. */}
      <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_var(--mask)]" />
    </button>
  );
}

type CropDialogProps = {
  picture: ImageBitmap | null;
  onSave: (square: File) => Promise<void>;
  onClose: () => void;
};

export function CropDialog({ picture, onSave, onClose }: CropDialogProps) {
  const shown = useLastNonNull(picture);
  return (
    <FormModal open={picture !== null} onClose={onClose} title={i18n._("Crop photo")}>
      {(onPending) => shown && <CropForm picture={shown} onSave={onSave} onPending={onPending} />}
    </FormModal>
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
      <Field label={i18n._("Zoom")}>
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
