import { i18n } from "@lingui/core";
import { type ChangeEvent, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Avatar } from "@/design/avatar";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { useChangeAvatar } from "./api";
import { CropDialog } from "./crop-dialog";

const ACCEPTED = "image/jpeg,image/png,image/webp";
/** Larger files may exhaust a phone's memory; no camera makes them. */
const MAX_BYTES = 40_000_000;

/** Uploads a picture and returns its url. */
export type UploadAvatar = (file: File) => Promise<{ url: string }>;

type AvatarCardProps = { client: Client; upload: UploadAvatar };

export function AvatarCard({ client, upload }: AvatarCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const change = useChangeAvatar();
  const name = client.username ?? client.email;

  async function open(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // Reset, so that the same file can be chosen again.
    event.currentTarget.value = "";
    if (!file) return;
    try {
      if (file.size > MAX_BYTES) throw new RangeError("The picture is too large");
      setPicture(await createImageBitmap(file));
    } catch {
      const detail = i18n._("Use a JPG, PNG or WebP photo.");
      toast.add({ severity: "error", summary: i18n._("Couldn’t open this photo"), detail, life: 5000 });
    }
  }

  async function save(square: File) {
    const { url } = await upload(square);
    await change.mutateAsync(url);
    setPicture(null);
    toast.success(i18n._("Photo saved"));
  }

  function remove() {
    change.mutate(null, {
      onSuccess: () => toast.success(i18n._("Photo removed")),
      onError: (error) =>
        toast.add({ severity: "error", summary: i18n._("Couldn’t remove"), detail: describeProblem(error) }),
    });
  }

  return (
    <Card title={i18n._("Photo")}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={client.avatar} size="large" decorative />
        <div className="flex min-w-0 flex-wrap gap-2">
          <Button severity="secondary" size="small" icon="upload" onClick={() => input.current?.click()}>
            {client.avatar ? i18n._("Change photo") : i18n._("Choose photo")}
          </Button>
          {client.avatar && (
            <Button severity="secondary" size="small" pending={change.isPending && !picture} onClick={remove}>
              {i18n._("Remove photo")}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label={i18n._("Photo file")}
          onChange={open}
        />
      </div>
      <CropDialog picture={picture} onSave={save} onClose={() => setPicture(null)} />
    </Card>
  );
}
