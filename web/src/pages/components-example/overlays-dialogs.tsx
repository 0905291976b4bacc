import { i18n } from "@lingui/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { FormModal, Modal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { Example } from "./example";

export function OverlaysDialogs() {
  return (
    <Example title={i18n._("Dialogs")}>
      <div className="flex flex-wrap gap-3">
        <FullDialog />
        <LongDialog />
        <StrictDialog />
        <BaseModal />
        <ModalWithForm />
        <Confirmation />
      </div>
    </Example>
  );
}

interface OpenerProps {
  label: string;
  children: (isOpen: boolean, close: () => void) => ReactNode;
}

function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button severity="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {children(isOpen, () => setOpen(false))}
    </>
  );
}

function FullDialog() {
  return (
    <Opener label={i18n._("Dialog to move and maximize")}>
      {(isOpen, close) => (
        <Dialog
          open={isOpen}
          onClose={close}
          title={i18n._("Order details")}
          maximizable
          draggable
          footer={
            <>
              <Button
                severity="secondary"
                onClick={() =>
                  toast.add({ severity: "info", summary: i18n._("A toast above the dialog"), life: 5000 })
                }
              >
                {i18n._("Show a toast")}
              </Button>
              <Button onClick={close}>{i18n._("Done")}</Button>
            </>
          }
        >
          <p>{i18n._("Drag it by its title. Close it with Escape, the close button or a click outside.")}</p>
        </Dialog>
      )}
    </Opener>
  );
}

function LongDialog() {
  return (
    <Opener label={i18n._("Dialog with long content")}>
      {(isOpen, close) => (
        <Dialog
          open={isOpen}
          onClose={close}
          title={i18n._("Terms of the example")}
          footer={<Button onClick={close}>{i18n._("Done")}</Button>}
        >
          <div className="space-y-4">
            {Array.from({ length: 16 }, (_, index) => index + 1).map((number) => (
              <p key={number}>
                {i18n._("Paragraph {number}. The text scrolls; title and buttons stay in view.", {
                  number,
                })}
              </p>
            ))}
          </div>
        </Dialog>
      )}
    </Opener>
  );
}

function StrictDialog() {
  return (
    <Opener label={i18n._("Dialog that needs a choice")}>
      {(isOpen, close) => (
        <Dialog
          open={isOpen}
          onClose={close}
          title={i18n._("Keep these codes")}
          closable={false}
          closeOnEscape={false}
          closeOnMask={false}
          footer={<Button onClick={close}>{i18n._("I’ve saved them")}</Button>}
        >
          <p>{i18n._("Escape and a click outside don’t close it.")}</p>
        </Dialog>
      )}
    </Opener>
  );
}

function BaseModal() {
  return (
    <Opener label={i18n._("Modal")}>
      {(isOpen, close) => (
        <Modal
          open={isOpen}
          onClose={close}
          title={i18n._("Access Restricted")}
          footer={<Button onClick={close}>{i18n._("Understood")}</Button>}
        >
          <p>{i18n._("The base modal: a dark overlay, a title, this content and a footer.")}</p>
        </Modal>
      )}
    </Opener>
  );
}

function ModalWithForm() {
  return (
    <Opener label={i18n._("Modal with a form")}>
      {(isOpen, close) => (
        <FormModal open={isOpen} onClose={close} title={i18n._("Rename API key")}>
          {(onPending) => <SlowForm onPending={onPending} onDone={close} />}
        </FormModal>
      )}
    </Opener>
  );
}

interface SlowFormProps {
  onPending: (isPending: boolean) => void;
  onDone: () => void;
}

function SlowForm({ onPending, onDone }: SlowFormProps) {
  const [isPending, setPending] = useState(false);

  function report(next: boolean) {
    setPending(next);
    onPending(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    report(true);
    setTimeout(() => {
      report(false);
      onDone();
    }, 1500);
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label={i18n._("Name")} hint={i18n._("While it is being saved, the dialog can’t be closed.")}>
        <TextInput defaultValue={i18n._("Trading bot")} />
      </Field>
      <Button type="submit" pending={isPending}>
        {i18n._("Save")}
      </Button>
    </form>
  );
}

function Confirmation() {
  const [isPending, setPending] = useState(false);
  return (
    <Opener label={i18n._("Confirmation")}>
      {(isOpen, close) => (
        <ConfirmDialog
          open={isOpen}
          title={i18n._("Cancel all open orders?")}
          consequences={[i18n._("Three orders are canceled."), i18n._("Their reserved funds are released.")]}
          confirmLabel={i18n._("Cancel 3 orders")}
          cancelLabel={i18n._("Keep orders")}
          severity="error"
          pending={isPending}
          onCancel={close}
          onConfirm={() => {
            setPending(true);
            setTimeout(() => {
              setPending(false);
              close();
              toast.add({ severity: "success", summary: i18n._("3 orders canceled"), life: 5000 });
            }, 1500);
          }}
        />
      )}
    </Opener>
  );
}
